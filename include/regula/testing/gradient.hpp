// SPDX-License-Identifier: MIT
/// @file
/// Compares the gradient that a layer computes with central differences of its forward pass, in double precision.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <span>
#include <vector>

namespace regula::testing {

/// Where a gradient is furthest from the differences.
struct gradient_error {
  double largest  = 0;  ///< |actual - expected| over the largest |expected|, or over 1 if all are smaller
  std::size_t at  = 0;
  double expected = 0;  ///< by differences
  double actual   = 0;
};

/// How far `gradient` is from the derivatives of f() by the numbers in `x`, which f reads.
///
/// Differences of fourth order with `step` on numbers of about 1: their own error is about 1e-11 of f.
/// `places` are the entries to compare, all of them if it is empty; padding is left out this way.
/// Requires  f is smooth and depends on nothing else that changes; gradient.size() == x.size()
template <std::invocable F>
[[nodiscard]] gradient_error compare_gradient(F&& f,
                                              std::span<double> x,
                                              std::span<double const> gradient,
                                              std::span<std::size_t const> places = {},
                                              double step                         = 1e-3) {
  std::size_t const n = places.empty() ? x.size() : places.size();
  std::vector<double> expected(n);
  auto const place = [&](std::size_t i) { return places.empty() ? i : places[i]; };
  double scale     = 1;
  for (std::size_t i = 0; i < n; ++i) {
    double& entry     = x[place(i)];
    double const here = entry;
    auto const f_at   = [&](double steps) {
      entry = here + steps * step;
      return static_cast<double>(f());
    };
    double const near = f_at(1) - f_at(-1), far = f_at(2) - f_at(-2);
    entry       = here;
    expected[i] = (8 * near - far) / (12 * step);
    scale       = std::max(scale, std::abs(expected[i]));
  }
  gradient_error worst;
  for (std::size_t i = 0; i < n; ++i) {
    double const error = std::abs(gradient[place(i)] - expected[i]) / scale;
    if (error <= worst.largest) continue;
    worst = {error, place(i), expected[i], gradient[place(i)]};
    if (std::isnan(error)) break;
  }
  return worst;
}

}  // namespace regula::testing
