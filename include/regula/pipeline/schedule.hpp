// SPDX-License-Identifier: MIT
/// @file
/// At which steps a run is evaluated.
/// Step n is the state after n optimizer steps, so step 0 is the untrained model.
#pragma once

#include <regula/error.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace regula {

/// The steps start, start + every, ... below end.
///
/// Units     optimizer steps
/// Requires  start < end, every >= 1
struct step_range {
  static constexpr std::uint64_t unbounded = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t start = 0;
  std::uint64_t end   = unbounded;
  std::uint64_t every = 1;

  friend constexpr bool operator==(step_range const&, step_range const&) = default;
};

/// A list of half-open step ranges. The last step of a run is evaluated whether or not it is in one of them.
///
/// Units     optimizer steps
/// Requires  every range valid, ranges in order and disjoint (checked by `check` and `steps_to`)
struct evaluation_schedule {
  std::vector<step_range> ranges;

  /// The published schedule: every step at first, every 1,024 steps beyond 100,000; 593 evaluations of 100,000 steps.
  ///
  /// Source    Wang, Finn, Liu 2026, arXiv:2605.10019
  [[nodiscard]] static evaluation_schedule paper() {
    return {.ranges = {{0, 10, 1},
                       {10, 50, 2},
                       {50, 100, 4},
                       {100, 500, 8},
                       {500, 2'500, 16},
                       {2'500, 5'000, 32},
                       {5'000, 10'000, 128},
                       {10'000, 50'000, 256},
                       {50'000, 100'000, 512},
                       {100'000, step_range::unbounded, 1'024}}};
  }

  /// Steps 0, n, 2n, ...
  ///
  /// Errors    throws range_error if n is 0
  [[nodiscard]] static evaluation_schedule every(std::uint64_t n) {
    require(n >= 1, "evaluation_schedule::every: expected at least 1 step, got {}", n);
    return {.ranges = {{0, step_range::unbounded, n}}};
  }

  /// `points` steps from 1 to `last` in constant ratio, rounded down; steps that coincide count once.
  ///
  /// Requires  points >= 2, 1 <= last <= 2^53
  /// Errors    throws range_error if one of these does not hold
  [[nodiscard]] static evaluation_schedule geometric(std::size_t points, std::uint64_t last) {
    require(points >= 2, "evaluation_schedule::geometric: expected at least 2 points, got {}", points);
    require(last >= 1 && last <= std::uint64_t{1} << 53,
            "evaluation_schedule::geometric: expected a last step in [1, 2^53], got {}",
            last);
    evaluation_schedule result;
    std::uint64_t next = 1;  // the smallest step not yet listed
    for (std::size_t i = 0; i + 1 < points; ++i) {
      auto const exact = std::pow(static_cast<double>(last), static_cast<double>(i) / static_cast<double>(points - 1));
      auto const step  = static_cast<std::uint64_t>(exact * (1 + 1e-12));  // 10 may be computed as 9.999999999999998
      if (step < next || step >= last) continue;
      result.ranges.push_back({step, step + 1, 1});
      next = step + 1;
    }
    result.ranges.push_back({last, last + 1, 1});
    return result;
  }

  /// Refuses ranges that are empty, never advance, or do not follow each other.
  ///
  /// Errors    throws range_error that shows the first such range
  void check() const {
    std::uint64_t free_from = 0;
    for (auto const& r : ranges) {
      require(r.every >= 1 && r.start < r.end && r.start >= free_from,
              "evaluation_schedule: expected ranges [start, end, every) with start >= {}, start < end and every >= 1, "
              "got [{}, {}, {})",
              free_from,
              r.start,
              r.end,
              r.every);
      free_from = r.end;
    }
  }

  /// True if the step is in one of the ranges. A range with every = 0 holds its start only.
  [[nodiscard]] bool contains(std::uint64_t step) const noexcept {
    return std::any_of(ranges.begin(), ranges.end(), [step](step_range const& r) {
      if (step < r.start || step >= r.end) return false;
      return step == r.start || (r.every != 0 && (step - r.start) % r.every == 0);
    });
  }

  /// Every step of a run of `last` steps that is evaluated: those of the ranges below `last`, then `last` itself.
  ///
  /// Errors    throws range_error if the schedule does not pass `check`
  [[nodiscard]] std::vector<std::uint64_t> steps_to(std::uint64_t last) const {
    check();
    std::vector<std::uint64_t> result;
    for (auto const& r : ranges) {
      auto const end = std::min(r.end, last);
      for (auto step = r.start; step < end; step += r.every) {
        result.push_back(step);
        if (end - step <= r.every) break;  // the sum could overflow
      }
    }
    result.push_back(last);
    return result;
  }

  friend bool operator==(evaluation_schedule const&, evaluation_schedule const&) = default;
};

}  // namespace regula
