// SPDX-License-Identifier: MIT
#include <regula/torch/losses/uniform_diffusion.hpp>

#include "../../../support/loss_agreement.hpp"
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

namespace rg = regula;
namespace lt = regula::libtorch;

TEST_CASE("uniform diffusion on tensors: one cell by the formula, the net told lambda = -ln alpha") {
  // V = 3, alpha = 1/2, x = 0, z = 1, x_theta = (1/2, 1/4, 1/4): xb = (2, 1/2, 1/2), xt = (5/4, 7/8, 7/8).
  rg::batch const clean{{{1, 1}, 1, 3}, 1, {0}, {}};
  rg::redrawn_corruption const c{{0.5}, {0.5}, {0.5}, {-0.75}, {1}, {}, {0}};
  rg::test::given_output net{torch::tensor({{{0.5, 0.25, 0.25}}}, torch::kFloat64).log() + 7};
  double const sum =
      4 * std::log(0.875 * 2 / (1.25 * 0.5)) + 1 * std::log(0.875 * 0.5 / (0.875 * 0.5)) + 1 * std::log(1.0);
  CHECK(lt::losses(rg::uniform_diffusion{}, net, clean, c, rg::test::in_double).item<double>() ==
        doctest::Approx(-0.75 / 1.5 * (3 / 0.5 - 3 / 0.875 - sum)).epsilon(1e-14));
  CHECK(net.noise.item<double>() == doctest::Approx(std::log(2.0)).epsilon(1e-15));
  CHECK(torch::equal(net.input, torch::tensor({{1}}, torch::kInt64)));
}

TEST_CASE("uniform diffusion: tensors and the core agree, value and derivative by the output") {
  for (auto const form : {rg::bound_form::summed, rg::bound_form::closed})
    for (rg::token const alphabet : {rg::token{2}, rg::token{5}, rg::token{27}}) {
      rg::uniform_diffusion const objective{.form = form};
      auto const clean = rg::test::some_boards(4, 6, alphabet);
      (void)rg::test::check_losses_agree(objective, clean, rg::corrupt(objective, clean, {1, rg::purpose::test}));
    }
}

TEST_CASE("uniform diffusion: in the curriculum the net reads the relaxed cells, sample by sample") {
  rg::uniform_diffusion const objective{.curriculum = {.steps = 10, .tau = 0.5, .gamma_0 = -2, .gamma_1 = 2}};
  auto const clean = rg::test::some_boards(3, 4, 5);
  auto c           = rg::corrupt(objective, clean, {1, rg::purpose::test});
  auto const all   = rg::test::check_losses_agree(objective, clean, c);
  REQUIRE(all.input.sizes() == torch::IntArrayRef{3, 4, 5});
  for (std::int64_t j = 0; j < 60; ++j)
    CHECK(all.input.reshape({60})[j].item<float>() == c.relaxed[static_cast<std::size_t>(j)]);

  c.soft[1]       = 0;
  auto const some = rg::test::check_losses_agree(objective, clean, c);
  CHECK(torch::equal(some.input[0], all.input[0]));
  for (std::int64_t j = 0; j < 4; ++j)
    for (std::int64_t v = 0; v < 5; ++v)
      CHECK(some.input[1][j][v].item<double>() == (v == c.z[static_cast<std::size_t>(4 + j)] ? 1 : 0));
}
