// SPDX-License-Identifier: MIT
/// @file
/// Gauss-Legendre quadrature on [0, 1].
#pragma once

#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

namespace regula::detail {

/// A place in (0, 1) and its weight; the weights sum to 1.
struct quadrature_node {
  double place, weight;
};

/// n nodes that integrate polynomials of degree 2n - 1 over [0, 1], by Newton's method on the Legendre polynomial.
[[nodiscard]] inline std::vector<quadrature_node> legendre_nodes(std::size_t n) {
  std::vector<quadrature_node> nodes(n);
  auto const degree = static_cast<double>(n);
  for (std::size_t i = 0; i < n; ++i) {
    double x = -std::cos(std::numbers::pi * (static_cast<double>(i) + 0.75) / (degree + 0.5)), slope = 0;
    for (int round = 0; round < 100; ++round) {
      double last = 1, value = x;  // Legendre polynomials of degrees k - 1 and k
      for (std::size_t k = 2; k <= n; ++k) {
        auto const d      = static_cast<double>(k);
        double const next = ((2 * d - 1) * x * value - (d - 1) * last) / d;
        last              = value;
        value             = next;
      }
      slope             = degree * (x * value - last) / (x * x - 1);
      double const step = value / slope;
      x -= step;
      if (std::abs(step) < 1e-15) break;
    }
    nodes[i] = {(1 + x) / 2, 1 / ((1 - x * x) * slope * slope)};
  }
  return nodes;
}

}  // namespace regula::detail
