// SPDX-License-Identifier: MIT
#include <regula/random/categorical.hpp>
#include <regula/random/stream.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace {

constexpr double never = -std::numeric_limits<double>::infinity();

TEST_CASE("categories come with their probabilities, whatever the weights add up to") {
  constexpr std::size_t n = 40'000;
  std::array const p{0.5, 0.0, 0.3, 0.15, 0.05};
  std::array<double, 5> log_weights;
  for (std::size_t j = 0; j < p.size(); ++j)
    log_weights[j] = std::log(p[j]) + 3.5;
  std::array<double, 5> count{};
  regula::stream_family const streams{11, regula::purpose::test};
  for (std::size_t i = 0; i < n; ++i) {
    regula::stream rng = streams(i);
    ++count[regula::draw_category(rng, log_weights)];
    CHECK(rng.drawn() == p.size());
  }
  for (std::size_t j = 0; j < p.size(); ++j) {
    double const error = std::sqrt(p[j] * (1 - p[j]) / n);
    CHECK(std::abs(count[j] / n - p[j]) <= 4 * error);
  }
}

TEST_CASE("a weight of minus infinity is never drawn, wherever it stands") {
  regula::stream rng{5, regula::purpose::test, 0, 0};
  for (int i = 0; i < 100; ++i) {
    CHECK(regula::draw_category(rng, std::array{never, -700.0, never}) == 1);
    CHECK(regula::draw_category(rng, std::array{-700.0, never}) == 0);
  }
}

TEST_CASE("the largest number, the lowest index of equal ones") {
  CHECK(regula::largest_of(std::array{1.0, 3.0, 3.0, 2.0}) == 1);
  CHECK(regula::largest_of(std::array{never, never}) == 0);
}

}  // namespace
