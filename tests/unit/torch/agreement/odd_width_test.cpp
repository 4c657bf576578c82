// SPDX-License-Identifier: MIT
#include "../../../support/engine_agreement.hpp"

TEST_CASE("engines agree: a width and heads of 20 and 4 that no vector divides") {
  regula::test::check_engines_agree<regula::size{.width = 20, .depth = 2, .heads = 5},
                                    regula::data_shape{{3, 4}, 1, 2}>(7, 0.5);
}
