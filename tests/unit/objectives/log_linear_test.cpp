// SPDX-License-Identifier: MIT
#include <regula/objectives/log_linear.hpp>

#include "support/golden_memory.hpp"
#include <doctest/doctest.h>

#include <cmath>

namespace {

using namespace regula;

TEST_CASE("log_linear: alpha, its rate and lambda of the reference") {
  for (auto const& row : test::golden_memory().at("log_linear")) {
    auto const level = log_linear{row.at("eps").get<double>()}.at(row.at("t").get<double>());
    CHECK(std::abs(level.alpha - row.at("alpha").get<double>()) < 1e-15);
    CHECK(level.alpha_prime == row.at("alpha_rate").get<double>());
    CHECK(std::abs(level.lambda() - row.at("sigma").get<double>()) <= 2e-15 * row.at("sigma").get<double>());
    for (auto const& changed : row.at("changed")) {
      double const v = changed[0];
      CHECK(level.one_minus_alpha * (1 - 1 / v) == doctest::Approx(changed[1].get<double>()).epsilon(1e-14));
    }
  }
}

TEST_CASE("log_linear: 1 - alpha and lambda keep their digits where alpha is 1 to rounding") {
  auto const level = log_linear{.eps = 0.5}.at(0x1p-80);
  CHECK(level.alpha == 1);
  CHECK(level.one_minus_alpha == 0x1p-81);
  CHECK(level.lambda() == 0x1p-81);
  CHECK(redrawn_level::of(0.25).one_minus_alpha == 0.75);
  CHECK(redrawn_level::of(0.25).lambda() == doctest::Approx(std::log(4.0)).epsilon(1e-15));
}

TEST_CASE("log_linear: an eps outside (0, 1) is refused in the name of who uses it") {
  CHECK_NOTHROW(check(log_linear{}, "reverse"));
  CHECK_THROWS_WITH_AS(check(log_linear{0}, "reverse"), "reverse: expected eps in (0, 1), got 0", range_error);
  CHECK_THROWS_AS(check(log_linear{1}, "reverse"), range_error);
  CHECK_THROWS_AS(check(log_linear{std::nan("")}, "reverse"), range_error);
}

}  // namespace
