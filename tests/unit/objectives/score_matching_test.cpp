// SPDX-License-Identifier: MIT
#include <regula/objectives/score_matching.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <string_view>

namespace {

using namespace regula;

TEST_CASE("preconditioning: the closed forms at known points") {
  // sigma = 3, sigma_data = 4: the root is 5.
  auto const p = preconditioning::at(3, 4);
  CHECK(p.skip == doctest::Approx(16.0 / 25).epsilon(1e-15));
  CHECK(p.out == doctest::Approx(12.0 / 5).epsilon(1e-15));
  CHECK(p.in == doctest::Approx(1.0 / 5).epsilon(1e-15));
  CHECK(p.noise_feature == doctest::Approx(std::log(3.0) / 4).epsilon(1e-15));
  auto const half = preconditioning::at(1, 1);
  CHECK(half.skip == 0.5);
  CHECK(half.noise_feature == 0);
}

/// An objective's settings as `check_score_matching` reads them.
struct settings_of_score {
  static constexpr std::string_view name = "some_score";

  double sigma_data    = 1;
  log_normal log_sigma = {};
};

TEST_CASE("score_matching: settings that cannot be meant are refused in the objective's name") {
  CHECK_NOTHROW(detail::check_score_matching(settings_of_score{}));
  CHECK_THROWS_WITH_AS(detail::check_score_matching(settings_of_score{.sigma_data = -2}),
                       "some_score: expected sigma_data > 0, got -2",
                       range_error);
  CHECK_THROWS_WITH_AS(detail::check_score_matching(settings_of_score{.log_sigma = {.mean = INFINITY}}),
                       "some_score: expected a finite log_sigma.mean, got inf",
                       range_error);
  CHECK_THROWS_WITH_AS(detail::check_score_matching(settings_of_score{.log_sigma = {.deviation = -1}}),
                       "some_score: expected log_sigma.deviation >= 0, got -1",
                       range_error);
}

}  // namespace
