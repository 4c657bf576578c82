// SPDX-License-Identifier: MIT
/// @file
/// How many random patterns an associative memory of spins can hold, and how stable they can be: Gardner's curves.
#pragma once

#include <regula/error.hpp>

#include <cmath>
#include <numbers>

namespace regula {

/// The load P/N, random patterns a spin, up to which all of them can have a stability of kappa in a memory of N spins,
/// N large: 1 / ((1 + kappa^2) Phi(kappa) + kappa phi(kappa)). It is 2 at kappa = 0.
///
/// Source    Gardner 1988, "The space of interactions in neural network models"
[[nodiscard]] inline double gardner_capacity(double kappa) {
  double const below   = 0.5 * std::erfc(-kappa / std::numbers::sqrt2);
  double const density = std::exp(-kappa * kappa / 2) / std::sqrt(2 * std::numbers::pi);
  return 1 / ((1 + kappa * kappa) * below + kappa * density);
}

/// The largest stability that all of P = load N random patterns can have: the inverse of `gardner_capacity`. It is
/// negative above load 2, where no memory holds them all.
///
/// Errors    throws range_error unless 0 < load <= 1000
[[nodiscard]] inline double largest_stability(double load) {
  require(load > 0 && load <= 1000, "largest_stability: expected a load in (0, 1000], got {}", load);
  double low = -6, high = 1 + std::sqrt(2 / load);  // 1/capacity is at least kappa^2/2 for a positive kappa
  while (true) {
    double const middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) return middle;
    (gardner_capacity(middle) > load ? low : high) = middle;
  }
}

/// The share of flipped spins at which their noise is as strong as the field of a spin of stability kappa. Flips of a
/// share rho take a field of unit variance down by 1 - 2 rho and add noise of deviation 2 sqrt(rho (1 - rho)).
[[nodiscard]] inline double corruption_bound(double kappa) {
  return kappa > 0 ? (1 - 1 / std::sqrt(1 + kappa * kappa)) / 2 : 0;
}

/// The same for few flips, where the field is as it was and the noise 2 sqrt(rho): (kappa/2)^2. It is more than one
/// half above kappa = sqrt(2), where it means nothing.
///
/// Source    Pham et al. 2026, arXiv:2604.26841, appendix E
[[nodiscard]] inline double small_corruption_bound(double kappa) { return kappa > 0 ? kappa * kappa / 4 : 0; }

}  // namespace regula
