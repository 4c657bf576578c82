// SPDX-License-Identifier: MIT
#include <regula/objectives/squared_parity.hpp>

#include "support/golden_masked.hpp"
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace {

using regula::no_token;
using regula::squared_parity;
using regula::token;
using regula_test::symbol_step;

TEST_CASE_TEMPLATE("squared_parity: the loss of the reference steps and its derivative", Real, float, double) {
  for (std::string const name : {"parity_mlp", "uniform_attention", "one_layer"}) {
    CAPTURE(name);
    symbol_step const step{name};
    CHECK(step.each == step.clean.shape.cells());
    step.check_loss<Real>(squared_parity{}, step.corruption);
  }
}

TEST_CASE("squared_parity: by hand") {
  regula::batch const clean{{{1, 3}, 1, 2}, 1, {0, 1, 1}, {}};
  regula::masked_corruption const c{{0.25}, {no_token, 1, no_token}};
  std::vector<double> gradient(3);
  // (0.5 + 1)^2 + (0 - 1)^2 = 3.25, over 2t = 0.5.
  CHECK(squared_parity{}.loss<double>(std::vector<double>{0.5, 5, 0}, clean, c, 0, gradient) == doctest::Approx(6.5));
  CHECK(gradient == std::vector<double>{6, 0, -4});
}

TEST_CASE("squared_parity: draws as masked diffusion does, with a floor") {
  regula::batch const clean{{{1, 8}, 1, 2}, 256, std::vector<token>(256 * 8, 1), {}};
  squared_parity const o{.t = {0, 0.2}, .floor = 0.02};
  auto const c = regula::corrupt(o, clean, {1, regula::purpose::test});
  CHECK(std::ranges::min(c.t) >= 0.02);
  CHECK(std::ranges::max(c.t) <= 0.2);
  regula::masked_tally sum;
  o.count(clean, c, sum);
  CHECK(sum.largest_weight <= 50);
  CHECK(sum.samples == 256);
}

TEST_CASE("squared_parity: two symbols only, and settings that cannot be meant are refused") {
  CHECK(squared_parity::accepts(2));
  CHECK_FALSE(squared_parity::accepts(3));
  CHECK_NOTHROW(check(squared_parity{}));
  CHECK_THROWS_WITH_AS(check(squared_parity{.t = {0, 0}}),
                       "t_window: expected hi > 0, got 0: nothing would ever be hidden",
                       regula::range_error);
  CHECK_THROWS_WITH_AS(check(squared_parity{.t = {0, 0.01}, .floor = 0.02}),
                       "squared_parity: expected a floor of t of at most hi = 0.01, got 0.02",
                       regula::range_error);
}

}  // namespace
