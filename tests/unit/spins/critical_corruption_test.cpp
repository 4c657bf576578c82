// SPDX-License-Identifier: MIT
#include <regula/spins/critical_corruption.hpp>
#include <regula/spins/gardner.hpp>
#include <regula/spins/pseudo_likelihood.hpp>

#include "support/golden_spins.hpp"
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <vector>

namespace {

using namespace regula;

constexpr stream_family streams{1, purpose::test, 3};

TEST_CASE("critical_corruption: one pattern comes back unless more than half of the field is turned") {
  // W = x x^T without a diagonal: the field of a spin is (N - 2 flips -+ 1) x, so that up to (N - 2)/2 flips come back.
  std::vector<double> const x = test::random_patterns(1, 20, 2);
  std::vector<double> w(400);
  for (std::size_t i = 0; i < 400; ++i)
    w[i] = i / 20 == i % 20 ? 0 : x[i / 20] * x[i % 20];
  spin_couplings const memory{20, w};
  auto const curve = critical_corruption(memory, x, streams, {.grid = 20, .most = 1});
  REQUIRE(curve.points.size() == 21);
  CHECK(curve.critical == doctest::Approx(0.45));
  CHECK(curve.points[0].overlap.mean == 1);
  CHECK(curve.points[9].overlap.mean == 1);
  CHECK(curve.points[9].flipped == doctest::Approx(0.45));
  CHECK(curve.points[11].overlap.mean == -1);  // the opposite is as good a pattern
  CHECK(curve.points[20].overlap.mean == -1);
}

TEST_CASE("critical_corruption: what is found again beyond a share that is lost does not count") {
  std::vector<double> const x = test::random_patterns(1, 20, 2);
  std::vector<double> w(400);
  for (std::size_t i = 0; i < 400; ++i)
    w[i] = i / 20 == i % 20 ? 0 : -x[i / 20] * x[i % 20];  // every step turns a pattern over
  auto const curve =
      critical_corruption(spin_couplings{20, w}, x, streams, {.grid = 4, .most = 1, .found_from = 0.9, .steps = 101});
  CHECK(curve.points.front().overlap.mean == -1);
  CHECK(curve.points.back().overlap.mean == 1);
  CHECK(std::isnan(curve.critical));
}

TEST_CASE("critical_corruption: without couplings a pattern is lost at once") {
  auto const x     = test::random_patterns(5, 40, 2);
  auto const curve = critical_corruption(spin_couplings{40}, x, streams, {.repeats = 3});
  CHECK(std::isnan(curve.critical));
  CHECK(curve.points.size() == 21);
  CHECK(curve.points[0].overlap.count == 15);
  CHECK(std::abs(curve.points[0].overlap.mean) < 0.3);  // all spins are -1
}

TEST_CASE("critical_corruption: it falls with the load, as does the bound") {
  double above = 1, above_bound = 1;
  for (std::size_t const patterns : {10U, 30U, 60U}) {
    auto const x       = test::random_patterns(patterns, 100, patterns);
    auto const memory  = memory_of(x, 100, {.steps = 300});
    auto const curve   = critical_corruption(memory, x, streams);
    double const bound = corruption_bound(memory.stability(x));
    CHECK(curve.critical < above);
    CHECK(bound < above_bound);
    CHECK(curve.points[0].overlap.mean == 1);
    CHECK(curve.points.back().overlap.mean < 0.8);
    above       = curve.critical;
    above_bound = bound;
  }
  CHECK(above > 0);
}

TEST_CASE("critical_corruption: what cannot be searched is refused") {
  spin_couplings const memory{4};
  std::vector<double> const x(4, 1), part(3, 1);
  CHECK_THROWS_AS(static_cast<void>(critical_corruption(memory, part, streams)), shape_error);
  CHECK_THROWS_AS(static_cast<void>(critical_corruption(memory, {}, streams)), shape_error);
  CHECK_THROWS_AS(static_cast<void>(critical_corruption(memory, x, streams, {.grid = 0})), range_error);
  CHECK_THROWS_AS(static_cast<void>(critical_corruption(memory, x, streams, {.most = 2})), range_error);
  CHECK_THROWS_AS(static_cast<void>(critical_corruption(memory, x, streams, {.repeats = 0})), range_error);
}

}  // namespace
