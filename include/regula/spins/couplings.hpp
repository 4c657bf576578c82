// SPDX-License-Identifier: MIT
/// @file
/// An associative memory of spins: couplings between N of them, what they say of each from the others, and how they
/// move.
#pragma once

#include <regula/error.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace regula {

/// W [N, N] without a diagonal, and p(x_l | others) = 1/(1 + exp(-2 x_l h_l)) with the fields h_l = sum_m W_lm x_m. W
/// need not be symmetric: there may be no energy, and attractors all the same.
///
/// Spins are the numbers -1 and +1; patterns are rows of N.
class spin_couplings {
 public:
  explicit spin_couplings(std::size_t spins) : spins_{spins}, w_(spins * spins, 0.0) {
    require(spins > 0, "spin_couplings: expected at least 1 spin, got 0");
  }

  /// Errors    throws shape_error unless w is [N, N], range_error for a number on the diagonal
  spin_couplings(std::size_t spins, std::vector<double> w) : spin_couplings{spins} {
    require<shape_error>(
        w.size() == spins * spins, "spin_couplings: expected {} x {} couplings, got {}", spins, spins, w.size());
    for (std::size_t l = 0; l < spins; ++l)
      require(w[l * spins + l] == 0, "spin_couplings: expected no coupling of spin {} to itself", l);
    w_ = std::move(w);
  }

  [[nodiscard]] std::size_t spins() const { return spins_; }
  [[nodiscard]] std::span<double const> row(std::size_t l) const { return std::span{w_}.subspan(l * spins_, spins_); }
  [[nodiscard]] std::span<double> row(std::size_t l) { return std::span{w_}.subspan(l * spins_, spins_); }

  /// h_l of a pattern x [N].
  [[nodiscard]] double field(std::size_t l, std::span<double const> x) const {
    double const* const w = w_.data() + l * spins_;
    double part[4]        = {};  // four sums, so that they need not wait for each other
    std::size_t m         = 0;
    for (std::size_t const whole = spins_ - spins_ % 4; m < whole; m += 4)
      for (std::size_t k = 0; k < 4; ++k)
        part[k] += w[m + k] * x[m + k];
    for (; m < spins_; ++m)
      part[0] += w[m] * x[m];
    return part[0] + part[1] + (part[2] + part[3]);
  }

  /// M_l = x_l h_l: positive where the others agree with spin l. Shapes  patterns, result [P, N]
  ///
  /// Errors    throws shape_error for part of a pattern
  [[nodiscard]] std::vector<double> margins(std::span<double const> patterns) const {
    require_patterns(patterns, "margins");
    std::vector<double> out(patterns.size());
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = patterns[i] * field(i % spins_, patterns.subspan(i / spins_ * spins_, spins_));
    return out;
  }

  /// The least margin of all patterns and spins in units of the length of its spin's couplings; 0 of spins without any.
  /// Infinite without patterns.
  [[nodiscard]] double stability(std::span<double const> patterns) const {
    auto const margin = margins(patterns);
    double least      = std::numeric_limits<double>::infinity();
    for (std::size_t l = 0; l < spins_; ++l) {
      double squares = 0;
      for (double const w : row(l))
        squares += w * w;
      for (std::size_t i = l; i < margin.size(); i += spins_)
        least = std::min(least, squares > 0 ? margin[i] / std::sqrt(squares) : 0.0);
    }
    return least;
  }

  /// Every spin of every pattern turns along its field at once; where there is none it becomes -1.
  ///
  /// Shapes    patterns [P, N], in place; true if one has changed
  /// Errors    throws shape_error for part of a pattern
  bool step(std::span<double> patterns) const {
    require_patterns(patterns, "step");
    std::vector<double> next(spins_);
    bool has_changed = false;
    for (std::size_t first = 0; first < patterns.size(); first += spins_) {
      auto const x = patterns.subspan(first, spins_);
      for (std::size_t l = 0; l < spins_; ++l)
        next[l] = field(l, x) > 0 ? 1 : -1;
      has_changed = has_changed || !std::ranges::equal(x, next);
      std::ranges::copy(next, x.begin());
    }
    return has_changed;
  }

  /// Steps until nothing changes, or so many of them: patterns may go round in a circle.
  void settle(std::span<double> patterns, std::size_t steps = 100) const {
    for (std::size_t k = 0; k < steps && step(patterns); ++k) {
    }
  }

 private:
  void require_patterns(std::span<double const> patterns, char const* what) const {
    require<shape_error>(patterns.size() % spins_ == 0,
                         "spin_couplings::{}: expected whole patterns of {} spins, got {} spins",
                         what,
                         spins_,
                         patterns.size());
  }

  std::size_t spins_;
  std::vector<double> w_;
};

}  // namespace regula
