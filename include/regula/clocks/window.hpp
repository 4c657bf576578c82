// SPDX-License-Identifier: MIT
/// @file
/// The two clocks, rule and memory, and the innovation window between them.
/// Every rate is a share of all generated samples, so that the two curves can be subtracted.
#pragma once

#include <regula/clocks/onset.hpp>
#include <regula/error.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace regula {

/// Thresholds of the published tables, for `onsets`: of the rule, of memory (fixed), and of innovation ("novel
/// onsets").
inline constexpr std::array<double, 3> rule_thresholds{0.85, 0.90, 0.95};
inline constexpr std::array<double, 4> memory_thresholds{0.10, 0.20, 0.35, 0.50};
inline constexpr std::array<double, 3> novel_thresholds{0.10, 0.50, 0.90};

/// Where the window stands when the record ends.
enum class window_status {
  open,         ///< the rule came first, memory later
  closed,       ///< memory came first, or both at the same evaluation
  open_at_end,  ///< the rule was reached, memory not yet
  memory_only,  ///< memory was reached, the rule not yet
  neither       ///< neither clock has stopped
};

/// The steps at which samples obey the rule and are not yet copies.
///
/// Units     optimizer steps
/// Source    Wang, Finn, Liu 2026, arXiv:2605.10019
struct innovation_window {
  clock_reading tau_rule;
  clock_reading tau_mem;

  /// tau_mem - tau_rule, negative if memory came first; none unless both were reached.
  [[nodiscard]] constexpr std::optional<std::int64_t> width() const noexcept { return lag(tau_rule, tau_mem); }

  /// A lower bound of the width when only memory is censored: the last step at which it was looked for - tau_rule.
  [[nodiscard]] constexpr std::optional<std::int64_t> width_at_least() const noexcept {
    if (tau_mem.reached()) return std::nullopt;
    return lag(tau_rule, {.step = tau_mem.last_step, .last_step = tau_mem.last_step});
  }

  /// Open only if the rule came strictly first.
  [[nodiscard]] constexpr window_status status() const noexcept {
    if (auto const w = width()) return *w > 0 ? window_status::open : window_status::closed;
    if (tau_rule.reached()) return window_status::open_at_end;
    return tau_mem.reached() ? window_status::memory_only : window_status::neither;
  }

  /// True if the rule came strictly after memory: its accuracy is then that of the copies, not of a learned rule.
  [[nodiscard]] constexpr bool is_retrieval() const noexcept {
    auto const w = width();
    return w && *w < 0;
  }

  friend constexpr bool operator==(innovation_window const&, innovation_window const&) = default;
};

/// The status as it is written into records.
[[nodiscard]] constexpr std::string_view to_string(window_status s) noexcept {
  switch (s) {
    case window_status::open:
      return "open";
    case window_status::closed:
      return "closed";
    case window_status::open_at_end:
      return "open_at_end";
    case window_status::memory_only:
      return "memory_only";
    case window_status::neither:
      return "neither";
  }
  return "";
}

/// The rule clock: onset of sample-level rule accuracy.
///
/// Units     rule_accuracy in [0, 1] of all samples; result in optimizer steps
/// Errors    as onset
/// Source    Wang, Finn, Liu 2026, arXiv:2605.10019 (above 0.90, 5 evaluations)
[[nodiscard]] inline clock_reading tau_rule(curve const& rule_accuracy, onset_criterion const& k = {}) {
  return onset(rule_accuracy, k);
}

/// base + train_size / support: the share of copies that is memory rather than chance.
///
/// A perfect learner of the rule hits a training sample with probability train_size / support, so a fixed threshold
/// would fire on small supports without any memory. `support` is the number of boards the sampler can reach; a double
/// because it exceeds 64 bits for large boards.
///
/// Units     all in shares of samples, support in boards; the result may exceed 1 and is then never reached
/// Requires  base is finite; support >= 1 and finite; train_size <= support
/// Errors    throws range_error if one of these does not hold
/// Source    Wang, Finn, Liu 2026, arXiv:2605.10019
[[nodiscard]] inline double adaptive_memory_threshold(std::uint64_t train_size, double support, double base = 0.10) {
  require(std::isfinite(base), "adaptive_memory_threshold: expected a finite base, got {}", base);
  require(std::isfinite(support) && support >= 1,
          "adaptive_memory_threshold: expected a finite support of at least 1 board, got {}",
          support);
  require(static_cast<double>(train_size) <= support,
          "adaptive_memory_threshold: expected a train_size of at most the support {}, got {}",
          support,
          train_size);
  return base + static_cast<double>(train_size) / support;
}

/// The memory clock: onset of the share of exact copies above base.threshold + train_size / support.
///
/// For a fixed threshold use `onset` on the same curve.
///
/// Units     memorization in [0, 1] of all samples; support in boards the sampler can reach; result in optimizer steps
/// Errors    as onset and adaptive_memory_threshold
/// Source    Wang, Finn, Liu 2026, arXiv:2605.10019 (base 0.10, 5 evaluations)
[[nodiscard]] inline clock_reading tau_mem(curve const& memorization,
                                           std::uint64_t train_size,
                                           double support,
                                           onset_criterion const& base = {.threshold = 0.10, .run = 5}) {
  auto const threshold = adaptive_memory_threshold(train_size, support, base.threshold);
  return onset(memorization, {.threshold = threshold, .run = base.run});
}

/// The share of samples that obey the rule and are no copies: clip(rule_accuracy - memorization, 0, 1).
///
/// Its onsets at `novel_thresholds` are the novel onsets. A value is missing where either curve has none.
///
/// Units     shares of all samples
/// Requires  both curves recorded at the same evaluations
/// Errors    throws shape_error if the curves differ in length, range_error if steps differ or do not increase
[[nodiscard]] inline curve innovation_of(curve const& rule_accuracy, curve const& memorization) {
  detail::check_curve(rule_accuracy, "innovation_of");
  detail::check_curve(memorization, "innovation_of");
  auto const count = rule_accuracy.steps.size();
  require<shape_error>(memorization.steps.size() == count,
                       "innovation_of: expected curves of one length, got {} and {} evaluations",
                       count,
                       memorization.steps.size());
  curve result{.steps = rule_accuracy.steps, .values = {}};
  result.values.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    require(memorization.steps[i] == rule_accuracy.steps[i],
            "innovation_of: expected both curves at the same steps, got {} and {}",
            rule_accuracy.steps[i],
            memorization.steps[i]);
    auto const difference = rule_accuracy.values[i] - memorization.values[i];
    result.values.push_back(std::clamp(difference, 0.0, 1.0));  // a NaN passes through
  }
  return result;
}

}  // namespace regula
