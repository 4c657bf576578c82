// SPDX-License-Identifier: MIT
#include <regula/objectives/relaxation_curriculum.hpp>
#include <regula/random/stream.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace {

using namespace regula;

TEST_CASE("relaxation_curriculum: z keeps x as often as alpha says, and the softened w has its largest entry there") {
  relaxation_curriculum const c{.tau = 0.5, .gamma_0 = -2.25, .gamma_1 = 3.75};
  constexpr int draws = 20'000;
  for (double const t : {0.1, 0.5, 0.9}) {
    stream rng{8, purpose::test, 0, static_cast<std::uint64_t>(t * 10)};
    auto const level = c.level(t, 5);
    std::array<float, 5> relaxed{};
    std::array<int, 5> seen{};
    for (int k = 0; k < draws; ++k) {
      token const z = c.relax(3, t, rng, relaxed);
      ++seen[z];
      REQUIRE(std::ranges::max_element(relaxed) - relaxed.begin() == z);
      float sum = 0;
      for (float const p : relaxed)
        sum += p;
      REQUIRE(std::abs(sum - 1) < 1e-5F);
    }
    for (std::size_t v = 0; v < 5; ++v) {
      double const p = (v == 3 ? level.alpha : 0) + level.one_minus_alpha / 5;
      CHECK(std::abs(seen[v] - p * draws) < 4 * std::sqrt(p * (1 - p) * draws));
    }
  }
}

TEST_CASE("relaxation_curriculum: softening is a softmax at temperature tau, and hard at the published one") {
  std::array<float, 3> out{};
  std::array const w{std::log(2.0) / 4, 0.0, std::log(5.0) / 4};
  relaxation_curriculum{.tau = 0.25}.soften(w, out);
  CHECK(out[0] == doctest::Approx(0.25));
  CHECK(out[1] == doctest::Approx(0.125));
  CHECK(out[2] == doctest::Approx(0.625));
  relaxation_curriculum{}.soften(w, out);
  CHECK(out == std::array{0.0F, 0.0F, 1.0F});
}

TEST_CASE("relaxation_curriculum: settings that cannot be meant are refused") {
  CHECK_NOTHROW(check(relaxation_curriculum{}));
  CHECK_THROWS_WITH_AS(
      check(relaxation_curriculum{.tau = 0}), "uniform_diffusion: expected curriculum.tau > 0, got 0", range_error);
  CHECK_THROWS_AS(check(relaxation_curriculum{.tau = std::numeric_limits<double>::infinity()}), range_error);
  CHECK_THROWS_WITH_AS(check(relaxation_curriculum{.gamma_0 = 2, .gamma_1 = 1}),
                       "uniform_diffusion: expected -7 <= curriculum.gamma_0 < curriculum.gamma_1 <= 20, got 2 and 1",
                       range_error);
  CHECK_THROWS_AS(check(relaxation_curriculum{.gamma_0 = -8}), range_error);
  CHECK_THROWS_AS(check(relaxation_curriculum{.gamma_1 = 21}), range_error);
}

}  // namespace
