// SPDX-License-Identifier: MIT
#include <regula/testing/gradient.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace {

using regula::testing::compare_gradient;

TEST_CASE("compare_gradient accepts a right gradient to rounding, and finds the wrong entry of another") {
  std::array<double, 3> x{0.3, -1.2, 0.7};
  auto const f = [&x] { return std::sin(x[0]) * std::exp(x[1]) + 5 * x[2] * x[2] * x[2]; };
  std::array<double, 3> g{std::cos(x[0]) * std::exp(x[1]), std::sin(x[0]) * std::exp(x[1]), 15 * x[2] * x[2]};
  CHECK(compare_gradient(f, x, g).largest < 1e-11);
  CHECK(x == std::array<double, 3>{0.3, -1.2, 0.7});

  g[1] += 1e-6;
  auto const wrong = compare_gradient(f, x, g);
  CHECK(wrong.at == 1);
  CHECK(wrong.largest == doctest::Approx(1e-6 / g[2]).epsilon(1e-3));
  std::array<std::size_t, 2> const others{0, 2};
  CHECK(compare_gradient(f, x, g, others).largest < 1e-11);

  g[0] = std::numeric_limits<double>::quiet_NaN();
  CHECK(std::isnan(compare_gradient(f, x, g).largest));
}

}  // namespace
