// SPDX-License-Identifier: MIT
#include <regula/spins/gardner.hpp>

#include "support/golden_memory.hpp"
#include <doctest/doctest.h>

#include <cmath>

namespace {

using namespace regula;

TEST_CASE("gardner_capacity: the reference curve") {
  for (auto const& at : test::golden_memory().at("gardner").at("capacity"))
    CHECK(gardner_capacity(at.at("kappa").get<double>()) ==
          doctest::Approx(at.at("capacity").get<double>()).epsilon(1e-12));
}

TEST_CASE("largest_stability: the reference inverse, on both sides of load 2") {
  for (auto const& at : test::golden_memory().at("gardner").at("inverse"))
    CHECK(std::abs(largest_stability(at.at("load").get<double>()) - at.at("kappa_max").get<double>()) < 1e-12);
  for (double const load : {1e-6, 0.01, 7.0, 1000.0})
    CHECK(gardner_capacity(largest_stability(load)) == doctest::Approx(load).epsilon(1e-6));
  CHECK_THROWS_WITH_AS(
      static_cast<void>(largest_stability(0)), "largest_stability: expected a load in (0, 1000], got 0", range_error);
  CHECK_THROWS_AS(static_cast<void>(largest_stability(1e4)), range_error);
}

TEST_CASE("corruption_bound: the reference bounds, and none for what is not stable") {
  for (auto const& at : test::golden_memory().at("gardner").at("basin_bound")) {
    double const kappa = at.at("kappa").get<double>();
    CHECK(small_corruption_bound(kappa) == doctest::Approx(at.at("plain").get<double>()).epsilon(1e-14));
    CHECK(corruption_bound(kappa) == doctest::Approx(at.at("corrected").get<double>()).epsilon(1e-12));
  }
  CHECK(corruption_bound(-1) == 0);
  CHECK(small_corruption_bound(-1) == 0);
}

}  // namespace
