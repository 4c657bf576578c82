// SPDX-License-Identifier: MIT
/// @file
/// A plane through three points of a space of many dimensions.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace regula::detail {

[[nodiscard]] inline double dot_product(std::span<double const> a, std::span<double const> b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j)
    sum += a[j] * b[j];
  return sum;
}

/// n numbers from low to high, both included; n > 1.
[[nodiscard]] inline std::vector<double> equally_spaced(double low, double high, std::size_t n) {
  std::vector<double> out(n);
  for (std::size_t i = 0; i < n; ++i)
    out[i] = low + (high - low) * static_cast<double>(i) / static_cast<double>(n - 1);
  return out;
}

/// Two unit vectors at right angles: `along` from the first point to the second, `across` on the side of the third.
struct plane {
  std::vector<double> origin, along, across;
  std::array<double, 2> second, third;  ///< where these points lie

  /// None if the points are on one line.
  [[nodiscard]] static std::optional<plane> through(std::vector<double> const& first,
                                                    std::vector<double> const& second,
                                                    std::vector<double> const& third) {
    std::vector<double> to_second(first.size()), to_third(first.size());
    for (std::size_t j = 0; j < first.size(); ++j) {
      to_second[j] = second[j] - first[j];
      to_third[j]  = third[j] - first[j];
    }
    double const length = std::sqrt(dot_product(to_second, to_second));
    if (length == 0) return std::nullopt;
    for (double& x : to_second)
      x /= length;
    double const part = dot_product(to_third, to_second), whole = dot_product(to_third, to_third);
    std::vector<double> across = to_third;
    for (std::size_t j = 0; j < across.size(); ++j)
      across[j] -= part * to_second[j];
    double const height = std::sqrt(dot_product(across, across));
    if (!(height > 1e-9 * std::sqrt(whole))) return std::nullopt;
    for (double& x : across)
      x /= height;
    return plane{first, std::move(to_second), std::move(across), {length, 0}, {part, height}};
  }

  /// Writes the point at (u, v).
  void place(double u, double v, std::span<double> out) const {
    for (std::size_t j = 0; j < out.size(); ++j)
      out[j] = origin[j] + u * along[j] + v * across[j];
  }
};

}  // namespace regula::detail
