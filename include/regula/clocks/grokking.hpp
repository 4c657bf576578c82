// SPDX-License-Identifier: MIT
/// @file
/// Grokking: how many steps after the training accuracy the held-out accuracy reaches the same level.
#pragma once

#include <regula/clocks/onset.hpp>

#include <cstdint>
#include <optional>

namespace regula {

/// When the accuracy on training and on held-out boards first reached a level, and the steps between.
///
/// Both readings are steps of evaluations, so a gap is as coarse as the evaluations are apart. A first reading says
/// nothing of what comes later: an accuracy may fall again.
///
/// Units     optimizer steps
struct grokking_gap {
  clock_reading training;
  clock_reading held_out;

  /// held_out - training, negative if the held-out boards came first; none unless both were reached.
  [[nodiscard]] constexpr std::optional<std::int64_t> gap() const noexcept { return lag(training, held_out); }

  /// The gap is above this, if only the held-out accuracy is censored: its last step - training.
  [[nodiscard]] constexpr std::optional<std::int64_t> gap_above() const noexcept {
    if (held_out.reached()) return std::nullopt;
    return lag(training, {.step = held_out.last_step, .last_step = held_out.last_step});
  }

  /// The gap is below this, if only the training accuracy is censored: held_out - its last step.
  [[nodiscard]] constexpr std::optional<std::int64_t> gap_below() const noexcept {
    if (training.reached()) return std::nullopt;
    return lag({.step = training.last_step, .last_step = training.last_step}, held_out);
  }

  friend constexpr bool operator==(grokking_gap const&, grokking_gap const&) = default;
};

/// The gap at a level: first evaluation with an accuracy at or above it, of each curve. A missing value (NaN) is none.
///
/// Units     level in [0, 1]; results in optimizer steps
/// Errors    as first_at_or_above
/// Source    Huang and Mirzasoleiman 2026, arXiv:2601.22450, show such gaps and give no definition; this one is ours
[[nodiscard]] inline grokking_gap grokking(curve const& training, curve const& held_out, double level = 0.99) {
  return {first_at_or_above(training, level), first_at_or_above(held_out, level)};
}

}  // namespace regula
