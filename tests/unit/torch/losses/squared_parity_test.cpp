// SPDX-License-Identifier: MIT
#include <regula/torch/losses/squared_parity.hpp>

#include "../../../support/loss_agreement.hpp"
#include <doctest/doctest.h>

#include <algorithm>

namespace rg = regula;
namespace lt = regula::libtorch;

TEST_CASE("squared parity on tensors: (f - x)^2 of hidden signs over 2t") {
  rg::batch const clean{{{1, 3}, 1, 2}, 2, {1, 0, 1, 0, 0, 1}, {}};
  rg::masked_corruption const c{{0.25, 0.5}, {rg::no_token, rg::no_token, 1, 0, 0, 1}};
  rg::test::given_output net{torch::tensor({{0.5, 0.25, 9.0}, {9.0, 9.0, 9.0}}, torch::kFloat64)};
  auto const losses = lt::losses(rg::squared_parity{}, net, clean, c, rg::test::in_double);
  CHECK(losses[0].item<double>() == doctest::Approx((0.25 + 1.25 * 1.25) / 0.5).epsilon(1e-14));
  CHECK(losses[1].item<double>() == 0);
  CHECK(torch::equal(net.input, torch::tensor({{2, 2, 1}, {0, 0, 1}}, torch::kInt64)));
}

TEST_CASE("squared parity: tensors and the core agree, value and derivative by the output") {
  rg::squared_parity const objective;
  auto const clean = rg::test::some_boards(6, 7, 2);
  auto c           = rg::corrupt(objective, clean, {1, rg::purpose::test});
  std::copy_n(clean.boards.begin(), 7, c.visible.begin());  // hides nothing
  (void)rg::test::check_losses_agree(objective, clean, c);
}
