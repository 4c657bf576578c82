// SPDX-License-Identifier: MIT
#include <regula/torch/losses/exact_score.hpp>

#include "../../../support/loss_agreement.hpp"
#include <doctest/doctest.h>

#include <vector>

namespace rg = regula;
namespace lt = regula::libtorch;

TEST_CASE("exact score: tensors and the core agree, value and derivative by the output") {
  for (auto const weighting : {rg::noise_weighting::edm, rg::noise_weighting::none}) {
    rg::exact_score<> objective{.sigma_data = 0.7, .weighting = weighting};
    auto clean = rg::test::some_boards(3, 6, 2);
    objective.train_on(clean.boards, clean.shape);
    objective.encode(clean);
    (void)rg::test::check_losses_agree(objective, clean, rg::corrupt(objective, clean, {1, rg::purpose::test}));
  }
}

TEST_CASE("exact score on tensors: the target is the oracle's mean, not the clean sample") {
  rg::batch const clean{{{1, 2}, 1, 2}, 1, {}, {1, -1}};
  rg::exact_corruption const c{{{2}, {0.5F, 0.25F}}, {0.125, -0.5}};
  rg::test::given_output net{torch::zeros({1, 2, 1}, torch::kFloat64)};
  // D = skip x with skip = 1 / (1 + 4), x = (2, -0.5); weight (4 + 1) / 4
  double const a = 2.0 / 5 - 0.125, b = -0.5 / 5 + 0.5;
  CHECK(lt::losses(rg::exact_score<>{}, net, clean, c, rg::test::in_double).item<double>() ==
        doctest::Approx((a * a + b * b) / 2 * 5 / 4).epsilon(1e-14));
}

TEST_CASE("exact score: a target of another size is refused") {
  rg::batch const clean{{{1, 2}, 1, 2}, 1, {}, {1, -1}};
  rg::exact_corruption const c{{{2}, {0.5F, 0.25F}}, {0.125}};
  rg::test::given_output net{torch::zeros({1, 2, 1}, torch::kFloat64)};
  CHECK_THROWS_AS((void)lt::losses(rg::exact_score<>{}, net, clean, c, rg::test::in_double), regula::shape_error);
}
