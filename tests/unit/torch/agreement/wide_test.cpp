// SPDX-License-Identifier: MIT
#include "../../../support/engine_agreement.hpp"

TEST_CASE("engines agree: a wide net, whose gradients are not sharded") {
  regula::test::check_engines_agree<regula::size{.width = 256, .depth = 2, .heads = 4},
                                    regula::data_shape{{4, 4}, 2, 2}>(6, 1.0);
}
