// SPDX-License-Identifier: MIT
/// @file
/// A counted share: how many of how many, so that no rate loses its denominator.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace regula {

/// `count` of `total`.
struct rate {
  std::uint64_t count = 0;
  std::uint64_t total = 0;

  /// count / total; NaN if there is nothing to count.
  [[nodiscard]] double share() const {
    if (total == 0) return std::numeric_limits<double>::quiet_NaN();
    return static_cast<double>(count) / static_cast<double>(total);
  }

  /// Standard error of the share of independent draws.
  [[nodiscard]] double standard_error() const {
    double const p = share();
    return std::sqrt(p * (1 - p) / static_cast<double>(total));
  }

  /// Counts one more, as a hit or not.
  void add(bool hit) {
    ++total;
    if (hit) ++count;
  }

  friend bool operator==(rate const&, rate const&) = default;
};

/// How far a share has come from chance to certainty: 0 by chance, 1 always. NaN where chance is 1 or unknown.
[[nodiscard]] inline double above_chance(rate const& r, double chance) {
  if (!(chance < 1)) return std::numeric_limits<double>::quiet_NaN();
  return (r.share() - chance) / (1 - chance);
}

/// The rate of one named family of clauses.
struct family_rate {
  std::string family;
  rate clauses;

  friend bool operator==(family_rate const&, family_rate const&) = default;
};

}  // namespace regula
