// SPDX-License-Identifier: MIT
/// @file
/// What one cell loses under the continuous-time bound of uniform diffusion, in two algebraic forms.
#pragma once

#include <regula/concepts/rule.hpp>
#include <regula/objectives/log_linear.hpp>

#include <cmath>
#include <cstddef>
#include <span>

namespace regula {

/// How the bound is summed. The two are the same number; they differ in rounding and in work.
enum class bound_form {
  summed,  ///< over all symbols, term by term as the bound is derived
  closed,  ///< with the sums that do not depend on the prediction done on paper
};

namespace detail {

/// Of one cell: xb_j = V alpha [j = x] + 1 - alpha takes two values, xt_j = V alpha x_theta(j) + 1 - alpha.
struct bound_cell {
  std::span<double const> prediction;  // x_theta [V]
  token x, z;
  redrawn_level level;

  [[nodiscard]] double symbols() const { return static_cast<double>(prediction.size()); }
  [[nodiscard]] double xb(std::size_t j) const {
    return (j == x ? symbols() * level.alpha : 0) + level.one_minus_alpha;
  }
  [[nodiscard]] double xt(std::size_t j) const {
    return symbols() * level.alpha * prediction[j] + level.one_minus_alpha;
  }
};

[[nodiscard]] inline double summed_bound(bound_cell const& c) {
  double const xb_z = c.xb(c.z), xt_z = c.xt(c.z);
  double sum = 0;
  for (std::size_t j = 0; j < c.prediction.size(); ++j)
    sum += c.xb(j) / xb_z * std::log(xt_z * c.xb(j) / (c.xt(j) * xb_z));
  return c.symbols() / xb_z - c.symbols() / xt_z - sum;
}

[[nodiscard]] inline double closed_bound(bound_cell const& c) {
  double const v = c.symbols(), xb_z = c.xb(c.z), xt_z = c.xt(c.z), log_z = std::log(xt_z);
  double const zeta     = c.level.one_minus_alpha / (v * c.level.alpha + c.level.one_minus_alpha);
  double const log_zeta = std::log(zeta);
  double sum_of_logs    = 0;
  for (std::size_t j = 0; j < c.prediction.size(); ++j)
    sum_of_logs += std::log(c.xt(j));
  double const spread = sum_of_logs - v * log_z, ends = v / xb_z - v / xt_z;
  if (c.z == c.x) return ends + zeta * spread - (v - 1) * zeta * log_zeta;
  double const ratio = v * c.level.alpha / c.level.one_minus_alpha;
  return ends + spread + ratio * (std::log(c.xt(c.x)) - log_z) + log_zeta / zeta;
}

}  // namespace detail

/// The loss of a cell with clean symbol x and corrupted symbol z, given x_theta of the cell:
/// (alpha'/(V alpha)) { V/xb_z - V/xt_z - sum_j (xb_j/xb_z) ln[(xt_z xb_j)/(xt_j xb_z)] }.
///
/// It is least, in the mean over x and z, where x_theta is p(x | all cells of z but this one).
/// Shapes    prediction [V], probabilities; slope [V] or empty: the derivative by the prediction's entries
/// Units     nats per unit of t
/// Requires  x, z < V; 0 < alpha < 1 and level.one_minus_alpha > 0
/// Source    Schiff et al. 2024, arXiv:2412.10193 (the sum); Sahoo et al. 2025, arXiv:2506.10892 (the closed form)
[[nodiscard]] inline double uniform_cell_loss(std::span<double const> prediction,
                                              token x,
                                              token z,
                                              redrawn_level level,
                                              bound_form form         = bound_form::closed,
                                              std::span<double> slope = {}) {
  detail::bound_cell const c{prediction, x, z, level};
  double const v = c.symbols(), xb_z = c.xb(z), xt_z = c.xt(z);
  for (std::size_t j = 0; j < slope.size(); ++j)
    slope[j] = level.alpha_prime * c.xb(j) / (xb_z * c.xt(j));
  if (!slope.empty()) slope[z] += level.alpha_prime * (v / xt_z) * (1 / xt_z - 1 / xb_z);
  double const bound = form == bound_form::summed ? detail::summed_bound(c) : detail::closed_bound(c);
  return level.alpha_prime / (v * level.alpha) * bound;
}

}  // namespace regula
