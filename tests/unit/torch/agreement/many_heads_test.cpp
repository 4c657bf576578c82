// SPDX-License-Identifier: MIT
#include "../../../support/engine_agreement.hpp"

TEST_CASE("engines agree: heads of 4 channels, narrower than a vector") {
  regula::test::check_engines_agree<regula::size{.width = 48, .depth = 2, .heads = 12},
                                    regula::data_shape{{4, 6}, 1, 2}>(5, 1.0);
}
