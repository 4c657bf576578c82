// SPDX-License-Identifier: MIT
/// @file
/// The states of the same samples at all evaluations of a run.
#pragma once

#include <regula/error.hpp>
#include <regula/probes/sample_states.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace regula {

/// What sample_states saw of the same samples, evaluation after evaluation. runs/recorded_states.hpp reads it from a
/// run's folder.
class state_history {
 public:
  using seen = sample_states::result;

  /// Errors    throws range_error if the step does not come after the last one, shape_error for another number of
  ///           samples or of neighbours than at first
  void add(std::uint64_t step, seen states) {
    require(steps_.empty() || step > steps_.back(),
            "state_history: expected a step after {}, got {}",
            steps_.empty() ? 0 : steps_.back(),
            step);
    std::size_t const n = evaluations_.empty() ? states.states.size() : samples();
    std::size_t const m = evaluations_.empty() ? states.distance.size() : evaluations_[0].distance.size();
    require<shape_error>(
        states.states.size() == n && states.distance.size() == m && states.nearest.size() == m && (m == 0 || m == n),
        "state_history: expected {} states, and as many distances or none, got {} states, {} "
        "distances and {} places at step {}",
        n,
        states.states.size(),
        states.distance.size(),
        states.nearest.size(),
        step);
    steps_.push_back(step);
    evaluations_.push_back(std::move(states));
  }

  [[nodiscard]] std::size_t samples() const { return evaluations_.empty() ? 0 : evaluations_[0].states.size(); }
  [[nodiscard]] std::size_t evaluations() const { return evaluations_.size(); }
  [[nodiscard]] std::uint64_t step(std::size_t evaluation) const { return steps_[evaluation]; }
  [[nodiscard]] seen const& at(std::size_t evaluation) const { return evaluations_[evaluation]; }
  [[nodiscard]] sample_state state(std::size_t evaluation, std::size_t sample) const {
    return evaluations_[evaluation].states[sample];
  }

 private:
  std::vector<std::uint64_t> steps_;
  std::vector<seen> evaluations_;
};

}  // namespace regula
