// SPDX-License-Identifier: MIT
/// @file
/// The clocks of a recorded run in words.
#pragma once

#include <regula/runs/metrics.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <string>

namespace example {

/// "850", or that the clock was not reached and how far the record goes.
inline std::string words_of(regula::clock_reading const& clock) {
  if (clock.reached()) return fmt::format("step {}", *clock.step);
  return clock.last_step ? fmt::format("not reached by step {}", *clock.last_step) : "not measured";
}

inline std::string words_of(regula::innovation_window const& w) {
  using enum regula::window_status;
  switch (w.status()) {
    case open:
      return fmt::format("step {} to {}, {} steps wide", *w.tau_rule.step, *w.tau_mem.step, *w.width());
    case open_at_end:
      return fmt::format(
          "open since step {}, at least {} steps wide", *w.tau_rule.step, w.width_at_least().value_or(0));
    case closed:
      return w.is_retrieval() ? "closed: the rule came after memory, so its accuracy is that of copies (retrieval)"
                              : "closed: both clocks stopped at the same step";
    case memory_only:
      return "closed so far: copies came first, the rule was not reached";
    case neither:
      break;
  }
  return "not reached";
}

/// The table that ends a run, from its folder alone.
inline std::string clock_table(std::filesystem::path const& folder) {
  regula::clock_criteria const criteria;
  auto const metrics = regula::read_metrics(folder);
  auto const window  = regula::clocks_of(metrics, criteria);
  return fmt::format(
      "rule clock         {:<28} rule accuracy above {:.3f} at {} evaluations in a row\n"
      "memory clock       {:<28} copies above {:.3f} (0.1 + chance) at {} evaluations in a row\n"
      "innovation window  {}\n",
      words_of(window.tau_rule),
      criteria.rule.threshold,
      criteria.rule.run,
      words_of(window.tau_mem),
      regula::memory_threshold_of(metrics, criteria),
      criteria.memory.run,
      words_of(window));
}

}  // namespace example
