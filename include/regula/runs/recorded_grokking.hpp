// SPDX-License-Identifier: MIT
/// @file
/// Reads the grokking gap from a run's recorded curves.
#pragma once

#include <regula/clocks/grokking.hpp>
#include <regula/runs/metrics.hpp>

#include <filesystem>
#include <string>

namespace regula {

/// Which curves a gap is read from, and the accuracy that both have to reach.
struct grokking_criteria {
  double level               = 0.99;
  std::string training_curve = "label_accuracy.training.share";
  std::string held_out_curve = "label_accuracy.held_out.share";
};

/// The gap of a run, finished or not. A run without evaluations has two readings without a last step.
///
/// Errors    throws range_error if one of the curves was not recorded, or as grokking
[[nodiscard]] inline grokking_gap grokking_of(run_metrics const& m, grokking_criteria const& k = {}) {
  if (m.steps.empty()) return {};
  return grokking(m.at(k.training_curve), m.at(k.held_out_curve), k.level);
}

/// Errors    as read_metrics and grokking_of
[[nodiscard]] inline grokking_gap grokking_of(std::filesystem::path const& folder, grokking_criteria const& k = {}) {
  return grokking_of(read_metrics(folder), k);
}

}  // namespace regula
