// SPDX-License-Identifier: MIT
#include "../../../support/engine_agreement.hpp"

TEST_CASE("engines agree: 81 cells, one head, a batch of one sample") {
  regula::test::check_engines_agree<regula::size{.width = 32, .depth = 1, .heads = 1},
                                    regula::data_shape{{9, 9}, 1, 2}>(1, 1.0);
}
