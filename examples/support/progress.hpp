// SPDX-License-Identifier: MIT
/// @file
/// The progress of a run on stdout: one line that is rewritten on a terminal, a line an evaluation elsewhere.
#pragma once

#include <regula/core.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

namespace example {

/// Writes text and shows it at once; nobody may be reading any more, which is no reason to end a run.
inline void show(std::string const& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

class progress {
 public:
  progress(regula::settings const& s, bool is_quiet)
      : steps_{s.steps}, evaluations_left_{s.evaluation.schedule.steps_to(s.steps).size()}, is_quiet_{is_quiet} {}

  /// Takes note of a step, and shows it if it is time.
  template <class Step>
  void see(Step const& step) {
    auto const now     = clock::now();
    double const spent = seconds(now - last_seen_);
    last_seen_         = now;
    average(step.evaluated() ? evaluation_seconds_ : step_seconds_, spent);
    if (step.evaluated()) {
      rule_   = step.template value<regula::rule_accuracy>().valid.share();
      copied_ = step.template value<regula::memorization>().copied.share();
      --evaluations_left_;
    }
    average(loss_, step.loss);
    if (is_quiet_) return;
    bool const is_last = step.index == steps_;
    if (is_terminal_ ? is_last || seconds(now - last_shown_) > 0.2 : step.evaluated()) {
      show(is_terminal_ ? "\r\033[K" + line(step.index) : line(step.index) + '\n');
      last_shown_ = now;
    }
  }

  /// Leaves the line that is rewritten.
  void end() const {
    if (!is_quiet_ && is_terminal_) show("\n");
  }

 private:
  using clock = std::chrono::steady_clock;

  static double seconds(clock::duration d) { return std::chrono::duration<double>(d).count(); }

  /// A running average of about the last 20 values.
  static void average(double& value, double seen) { value = value == 0 ? seen : value + (seen - value) / 20; }

  [[nodiscard]] std::string line(std::uint64_t index) const {
    auto const left = static_cast<std::uint64_t>(static_cast<double>(steps_ - index) * step_seconds_ +
                                                 static_cast<double>(evaluations_left_) * evaluation_seconds_);
    return fmt::format("{:>6}/{}  loss {:.4f}  rule {:.3f}  copied {:.3f}  {:>4.0f} steps/s  {}:{:02} left",
                       index,
                       steps_,
                       loss_,
                       rule_,
                       copied_,
                       step_seconds_ > 0 ? 1 / step_seconds_ : 0,
                       left / 60,
                       left % 60);
  }

  std::uint64_t steps_;
  std::size_t evaluations_left_;
  bool is_quiet_;
  bool is_terminal_             = ::isatty(STDOUT_FILENO) == 1;
  clock::time_point last_seen_  = clock::now();
  clock::time_point last_shown_ = {};
  double step_seconds_          = 0;
  double evaluation_seconds_    = 0;
  double loss_                  = 0;
  double rule_                  = 0;
  double copied_                = 0;
};

}  // namespace example
