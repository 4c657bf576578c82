// SPDX-License-Identifier: MIT
#include <regula/objectives/uniform_cell.hpp>
#include <regula/random/draws.hpp>
#include <regula/random/stream.hpp>
#include <regula/testing/gradient.hpp>

#include "support/golden_memory.hpp"
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace {

using namespace regula;

constexpr bound_form forms[] = {bound_form::summed, bound_form::closed};

/// A random cell: prediction, clean and corrupted symbol, level.
struct drawn_cell {
  std::vector<double> prediction;
  token x, z;
  redrawn_level level;

  explicit drawn_cell(stream& rng) : prediction(2 + pick(rng, std::size_t{30})) {
    double sum = 0;
    for (double& p : prediction)
      sum += p = exponential(rng);
    for (double& p : prediction)
      p /= sum;
    x     = static_cast<token>(pick(rng, prediction.size()));
    z     = pick(rng, 2) == 0 ? x : static_cast<token>(pick(rng, prediction.size()));
    level = log_linear{}.at(1e-3 + 0.999 * uniform(rng));
  }
};

TEST_CASE("uniform_cell_loss: both forms give the reference losses") {
  for (auto const& row : test::golden_memory().at("elbo_cell")) {
    auto level           = redrawn_level::of(row.at("alpha").get<double>());
    level.alpha_prime    = row.at("alpha_rate").get<double>();
    double const right   = row.at("loss").get<double>();
    auto const predicted = row.at("prediction").get<std::vector<double>>();
    for (auto const form : forms) {
      double const loss = uniform_cell_loss(predicted, row.at("x").get<token>(), row.at("z").get<token>(), level, form);
      // Terms of the size of 1/(1 - alpha) cancel.
      CHECK(std::abs(loss - right) < 1e-13 * std::max(1.0, right) + 1e-15 / level.one_minus_alpha);
    }
  }
}

TEST_CASE("uniform_cell_loss: the two forms agree to 1e-10") {
  stream rng{3, purpose::test, 0, 0};
  for (int k = 0; k < 2000; ++k) {
    drawn_cell const c{rng};
    double const summed = uniform_cell_loss(c.prediction, c.x, c.z, c.level, bound_form::summed);
    double const closed = uniform_cell_loss(c.prediction, c.x, c.z, c.level, bound_form::closed);
    REQUIRE(std::abs(summed - closed) < 1e-10 * std::max(1.0, std::abs(summed)));
  }
}

TEST_CASE("uniform_cell_loss: it is a divergence, 0 where the prediction is the clean symbol") {
  stream rng{4, purpose::test, 0, 0};
  for (int k = 0; k < 500; ++k) {
    drawn_cell c{rng};
    REQUIRE(uniform_cell_loss(c.prediction, c.x, c.z, c.level) > 0);
    std::ranges::fill(c.prediction, 0.0);
    c.prediction[c.x] = 1;
    for (auto const form : forms)
      REQUIRE(std::abs(uniform_cell_loss(c.prediction, c.x, c.z, c.level, form)) < 1e-12 / c.level.one_minus_alpha);
  }
}

TEST_CASE("uniform_cell_loss: the slope is the derivative by the prediction, in both forms") {
  stream rng{5, purpose::test, 0, 0};
  for (int k = 0; k < 40; ++k) {
    drawn_cell c{rng};
    c.level = log_linear{}.at(0.2 + 0.8 * uniform(rng));
    for (double& p : c.prediction)
      p += 0.1;  // differences need room below
    std::vector<double> slope(c.prediction.size());
    for (auto const form : forms) {
      (void)uniform_cell_loss(c.prediction, c.x, c.z, c.level, form, slope);
      auto const worst = testing::compare_gradient(
          [&] { return uniform_cell_loss(c.prediction, c.x, c.z, c.level, form); }, c.prediction, slope);
      CHECK(worst.largest < 1e-7);
    }
  }
}

}  // namespace
