// SPDX-License-Identifier: MIT
/// @file
/// The log-linear schedule of uniform diffusion: how much of a cell is kept at a time t.
#pragma once

#include <regula/error.hpp>

#include <cmath>

namespace regula {

/// One noise level of uniform diffusion: a cell is kept with probability alpha, else redrawn from all symbols.
struct redrawn_level {
  double alpha           = 1;
  double one_minus_alpha = 0;  ///< a number of its own: 1 - alpha has no digits left where alpha is almost 1
  double alpha_prime     = 0;  ///< d alpha / d t; 0 where no loss is asked for

  /// The level of an alpha whose distance from 1 needs no more digits than alpha has.
  [[nodiscard]] static constexpr redrawn_level of(double alpha) { return {alpha, 1 - alpha, 0}; }

  /// lambda = -ln(alpha), what a network reads.
  [[nodiscard]] double lambda() const {
    return one_minus_alpha < 0.5 ? -std::log1p(-one_minus_alpha) : -std::log(alpha);
  }
};

/// alpha = 1 - (1 - eps) t: lambda grows like a logarithm, and a trace of eps is left at t = 1.
///
/// Source    Lou et al. 2024, arXiv:2310.16834 (SEDD)
struct log_linear {
  double eps = 1e-3;

  /// Requires  0 <= t <= 1
  [[nodiscard]] constexpr redrawn_level at(double t) const {
    double const redrawn = (1 - eps) * t;
    return {1 - redrawn, redrawn, -(1 - eps)};
  }
};

/// Errors    throws range_error unless 0 < eps < 1; the text begins with `who`
inline void check(log_linear const& schedule, char const* who) {
  require(schedule.eps > 0 && schedule.eps < 1, "{}: expected eps in (0, 1), got {}", who, schedule.eps);
}

}  // namespace regula
