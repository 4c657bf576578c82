// SPDX-License-Identifier: MIT
/// @file
/// Reads from a recorded curve the step at which it crosses a threshold for good, or that it never did.
/// A missing value is NaN and breaks every run; "not reached" is a state of its own, never a number.
#pragma once

#include <regula/error.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace regula {

/// One recorded quantity: the value measured at each evaluation.
///
/// Units     steps in optimizer steps; values in the unit of the quantity, NaN where it was not measured
/// Requires  as many values as steps; steps strictly increasing (checked by every function that reads a curve)
struct curve {
  std::vector<std::uint64_t> steps;
  std::vector<double> values;
};

/// What a clock shows: the step it stopped at, or censored at the last step that was looked at.
///
/// Units     optimizer steps; last_step is absent only for a curve without evaluations
struct clock_reading {
  std::optional<std::uint64_t> step;
  std::optional<std::uint64_t> last_step;

  [[nodiscard]] constexpr bool reached() const noexcept { return step.has_value(); }
  [[nodiscard]] constexpr bool is_censored() const noexcept { return !step.has_value(); }

  friend constexpr bool operator==(clock_reading const&, clock_reading const&) = default;
};

/// When a curve counts as having crossed: `run` evaluations in a row strictly above `threshold`.
///
/// Units     threshold in the unit of the curve; run in evaluations
/// Requires  threshold is not NaN; run >= 1
struct onset_criterion {
  double threshold = 0.90;
  std::size_t run  = 5;
};

namespace detail {

inline void check_curve(curve const& c, std::string_view function) {
  require<shape_error>(c.steps.size() == c.values.size(),
                       "{}: expected one value per step, got {} steps and {} values",
                       function,
                       c.steps.size(),
                       c.values.size());
  for (std::size_t i = 1; i < c.steps.size(); ++i)
    require(c.steps[i] > c.steps[i - 1],
            "{}: expected strictly increasing steps, got {} after {}",
            function,
            c.steps[i],
            c.steps[i - 1]);
}

inline void check_threshold(double threshold, std::string_view function) {
  require(!std::isnan(threshold), "{}: expected a threshold that is a number, got NaN", function);
}

inline clock_reading reading_at(curve const& c, std::optional<std::size_t> index) {
  clock_reading result;
  if (index) result.step = c.steps[*index];
  if (!c.steps.empty()) result.last_step = c.steps.back();
  return result;
}

}  // namespace detail

/// First step of the first `run` consecutive evaluations strictly above the threshold.
///
/// The whole run has to lie inside the curve: evaluations above the threshold at the very end are censored until there
/// are enough of them. What happens after the run is not looked at.
///
/// Units     result in optimizer steps
/// Requires  k.run >= 1, k.threshold is not NaN
/// Errors    throws shape_error if steps and values differ in number, range_error if steps do not increase or the
///           criterion is not met by its own requirements
/// Source    Wang, Finn, Liu 2026, arXiv:2605.10019 (run of 5)
[[nodiscard]] inline clock_reading onset(curve const& c, onset_criterion const& k) {
  detail::check_curve(c, "onset");
  detail::check_threshold(k.threshold, "onset");
  require(k.run >= 1, "onset: expected a run of at least 1 evaluation, got {}", k.run);
  std::size_t above = 0;  // length of the current run; a NaN compares false and ends it
  for (std::size_t i = 0; i < c.values.size(); ++i) {
    above = c.values[i] > k.threshold ? above + 1 : 0;
    if (above == k.run) return detail::reading_at(c, i + 1 - k.run);
  }
  return detail::reading_at(c, std::nullopt);
}

/// The onset at each of several thresholds, in their order.
///
/// Units     thresholds in the unit of the curve; run in evaluations; results in optimizer steps
/// Requires  run >= 1, no threshold is NaN
/// Errors    as onset
[[nodiscard]] inline std::vector<clock_reading> onsets(curve const& c,
                                                       std::span<double const> thresholds,
                                                       std::size_t run = onset_criterion{}.run) {
  std::vector<clock_reading> result;
  result.reserve(thresholds.size());
  for (double const threshold : thresholds)
    result.push_back(onset(c, {.threshold = threshold, .run = run}));
  return result;
}

/// First step with a value at or above the level, as the clocks of grokking are read.
///
/// Differs from onset twice: the level itself counts, and one evaluation is enough.
///
/// Units     level in the unit of the curve; result in optimizer steps
/// Requires  level is not NaN
/// Errors    throws shape_error if steps and values differ in number, range_error if steps do not increase or level is
///           NaN
[[nodiscard]] inline clock_reading first_at_or_above(curve const& c, double level) {
  detail::check_curve(c, "first_at_or_above");
  detail::check_threshold(level, "first_at_or_above");
  for (std::size_t i = 0; i < c.values.size(); ++i)
    if (c.values[i] >= level) return detail::reading_at(c, i);
  return detail::reading_at(c, std::nullopt);
}

/// Steps from one reading to another, negative if the second came first; none unless both were reached.
///
/// Units     optimizer steps
/// Requires  steps below 2^63
[[nodiscard]] constexpr std::optional<std::int64_t> lag(clock_reading const& from, clock_reading const& to) noexcept {
  if (!from.reached() || !to.reached()) return std::nullopt;
  return static_cast<std::int64_t>(*to.step) - static_cast<std::int64_t>(*from.step);
}

}  // namespace regula
