// SPDX-License-Identifier: MIT
/// @file
/// From leave-one-out conditionals of redrawn boards to posteriors and scores, and back.
#pragma once

#include <regula/concepts/rule.hpp>
#include <regula/error.hpp>
#include <regula/objectives/log_linear.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

namespace regula {

/// ln q(z | x) of a cell: alpha [z = x] + (1 - alpha)/V. Minus infinity where z cannot come from x.
[[nodiscard]] inline double log_redrawn(token z, token x, std::size_t alphabet, redrawn_level level) {
  double const by_chance = level.one_minus_alpha / static_cast<double>(alphabet);
  return std::log(z == x ? level.alpha + by_chance : by_chance);
}

namespace detail {

/// Subtracts the logarithm of the sum of exponentials; leaves a row that is minus infinity throughout.
inline void normalise_logarithms(std::span<double> row) {
  double const largest = *std::ranges::max_element(row);
  if (largest == -std::numeric_limits<double>::infinity()) return;
  double sum = 0;
  for (double const l : row)
    sum += std::exp(l - largest);
  for (double& l : row)
    l -= largest + std::log(sum);
}

}  // namespace detail

/// ln p(x_i | z) of a cell from ln p(x_i | all cells of z but z_i): posterior ~ leave-one-out times q(z_i | x_i).
///
/// Shapes    log_leave_one_out, out [V], which may be the same
/// Requires  z < V; 0 <= alpha <= 1
inline void posterior_of_leave_one_out(std::span<double const> log_leave_one_out,
                                       token z,
                                       redrawn_level level,
                                       std::span<double> out) {
  for (std::size_t x = 0; x < out.size(); ++x)
    out[x] = log_leave_one_out[x] + log_redrawn(z, static_cast<token>(x), out.size(), level);
  detail::normalise_logarithms(out);
}

/// ln p(x_i | all cells of z but z_i) of a cell from ln p(x_i | z).
///
/// Shapes    log_posterior, out [V], which may be the same
/// Requires  z < V
/// Errors    throws range_error where nothing is redrawn: z_i says all, and the others' part is lost
inline void leave_one_out_of_posterior(std::span<double const> log_posterior,
                                       token z,
                                       redrawn_level level,
                                       std::span<double> out) {
  require(level.one_minus_alpha > 0,
          "leave_one_out_of_posterior: expected alpha below 1, got 1 - alpha = {}",
          level.one_minus_alpha);
  for (std::size_t x = 0; x < out.size(); ++x)
    out[x] = log_posterior[x] - log_redrawn(z, static_cast<token>(x), out.size(), level);
  detail::normalise_logarithms(out);
}

/// ln of p(z_i = y | others) / p(z_i = z | others) for every symbol y, what score-entropy models predict.
///
/// Shapes    log_leave_one_out, out [V], which may be the same
/// Requires  z < V; 0 <= alpha <= 1
inline void score_of_leave_one_out(std::span<double const> log_leave_one_out,
                                   token z,
                                   redrawn_level level,
                                   std::span<double> out) {
  auto const v = static_cast<double>(out.size());
  for (std::size_t y = 0; y < out.size(); ++y)
    out[y] = std::log(v * level.alpha * std::exp(log_leave_one_out[y]) + level.one_minus_alpha);
  double const here = out[z];
  for (double& l : out)
    l -= here;
}

}  // namespace regula
