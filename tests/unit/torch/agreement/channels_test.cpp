// SPDX-License-Identifier: MIT
#include "../../../support/engine_agreement.hpp"

TEST_CASE("engines agree: 9 channels a cell, a batch that fills no block") {
  regula::test::check_engines_agree<regula::size{.width = 36, .depth = 1, .heads = 3},
                                    regula::data_shape{{3, 3}, 9, 9}>(3, 0.4);
}
