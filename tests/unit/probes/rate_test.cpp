// SPDX-License-Identifier: MIT
#include <regula/probes/rate.hpp>

#include <doctest/doctest.h>

#include <cmath>

namespace {

using regula::rate;

TEST_CASE("rate: share and standard error of counts") {
  rate const quarter{25, 100};
  CHECK(quarter.share() == 0.25);
  CHECK(quarter.standard_error() == doctest::Approx(std::sqrt(0.25 * 0.75 / 100)).epsilon(1e-14));
  CHECK(rate{7, 7}.share() == 1);
  CHECK(rate{7, 7}.standard_error() == 0);
}

TEST_CASE("rate: nothing counted is no number") {
  CHECK(std::isnan(rate{}.share()));
  CHECK(std::isnan(rate{}.standard_error()));
}

TEST_CASE("rate: above chance") {
  CHECK(regula::above_chance({25, 100}, 0.25) == 0);
  CHECK(regula::above_chance({100, 100}, 0.25) == 1);
  CHECK(regula::above_chance({5, 8}, 0.25) == 0.5);
  CHECK(regula::above_chance({0, 8}, 0.5) == -1);
  CHECK(std::isnan(regula::above_chance({8, 8}, 1)));
  CHECK(std::isnan(regula::above_chance({8, 8}, std::nan(""))));
  CHECK(std::isnan(regula::above_chance({}, 0.5)));
}

TEST_CASE("rate: adding counts hits and misses") {
  rate r;
  r.add(true);
  r.add(false);
  r.add(true);
  CHECK(r == rate{2, 3});
  CHECK(r != rate{3, 3});
  CHECK(regula::family_rate{"rows", r} == regula::family_rate{"rows", {2, 3}});
  CHECK(regula::family_rate{"rows", r} != regula::family_rate{"cols", {2, 3}});
}

}  // namespace
