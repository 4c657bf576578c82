// SPDX-License-Identifier: MIT
#include "../../../support/engine_agreement.hpp"

namespace rg = regula;

TEST_CASE("engines agree: dit and exact score, one channel and one-hot") {
  rg::test::check_engines_agree<rg::dit<rg::size{.width = 20, .depth = 1, .heads = 5}>, rg::data_shape{{3, 3}, 1, 2}>(
      rg::exact_score<>{.sigma_data = 0.8}, 3);
  rg::test::check_engines_agree<rg::dit<rg::size{.width = 12, .depth = 2, .heads = 3}>, rg::data_shape{{1, 5}, 3, 3}>(
      rg::exact_score<rg::one_hot_zero_one>{.sigma_data = 0.5, .weighting = rg::noise_weighting::none}, 7);
}
