// SPDX-License-Identifier: MIT
/// @file
/// record(): a view that passes the steps of a run on and writes them into the run's folder.
#pragma once

#include <regula/error.hpp>
#include <regula/pipeline/train.hpp>
#include <regula/runs/json.hpp>
#include <regula/runs/run_facts.hpp>
#include <regula/runs/run_folder.hpp>

#include <range/v3/range_fwd.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace regula {

/// What a caller adds to a record: run.json holds it as "notes".
using record_notes = std::map<std::string, std::string>;

/// The steps of a run, recorded while they pass. Single pass; copies are handles of the same recording.
///
/// Every evaluation is on the disk before its step is seen. Where the steps end, run.json tells how: finished,
/// diverged, or stopped if the last copy is destroyed, or `close` is called, before the last step. The weights of that
/// moment are then in weights.safetensors, and their average, if there is one, in weights_average.safetensors.
/// Errors    making and advancing it throws file_error; what was recorded before stays readable. Destruction throws
///           nothing: call `close` to hear of a full disk
template <class Run>
class recording : public std::ranges::view_base, public ::ranges::view_base {
  struct state;

 public:
  using step_type = typename Run::step_type;

  class iterator {
   public:
    using value_type        = step_type;
    using difference_type   = std::ptrdiff_t;
    using iterator_concept  = std::input_iterator_tag;
    using iterator_category = std::input_iterator_tag;
    using reference         = step_type const&;
    using pointer           = step_type const*;

    iterator() = default;
    iterator(state* of, typename Run::iterator at) : state_{of}, at_{at} {}

    reference operator*() const { return *at_; }
    pointer operator->() const { return &*at_; }
    iterator& operator++() {
      state_->watch([this] { ++at_; });
      state_->look(at_);
      return *this;
    }
    void operator++(int) { ++*this; }
    bool operator==(std::default_sentinel_t) const { return at_ == std::default_sentinel; }

   private:
    state* state_              = nullptr;
    typename Run::iterator at_ = {};
  };

  recording() = default;
  recording(std::shared_ptr<Run> run, std::filesystem::path folder, record_notes const& notes)
      : state_{std::make_shared<state>(std::move(run), std::move(folder), notes)} {}

  /// Goes on where the run stands.
  [[nodiscard]] iterator begin() {
    typename Run::iterator at;
    state_->watch([&] { at = state_->run->begin(); });
    state_->look(at);
    return {state_.get(), at};
  }
  [[nodiscard]] static std::default_sentinel_t end() { return {}; }

  /// Ends the recording here: writes weights and status, if they are not written yet. The run can still go on.
  void close() { state_->settle(run_status::stopped, state_->run->index()); }

  [[nodiscard]] std::filesystem::path const& folder() const { return state_->folder.path(); }
  [[nodiscard]] Run& run() const { return *state_->run; }

 private:
  struct state {
    state(std::shared_ptr<Run> r, std::filesystem::path path, record_notes const& notes)
        : run(std::move(r)), folder(std::move(path), facts(*run, notes)) {}
    state(state const&)            = delete;
    state& operator=(state const&) = delete;
    ~state() {
      try {
        settle(run_status::stopped, run->index());
      } catch (...) {
        // A destructor has nobody to tell; metrics.jsonl is whole, and run.json keeps the status it had.
      }
    }

    static json facts(Run const& run, record_notes const& notes);
    json line(step_type const& step) const;

    /// Advances the run, and records its end if the loss is not finite any more.
    template <class Advance>
    void watch(Advance&& advance) {
      try {
        advance();
      } catch (diverged const& e) {
        settle(run_status::diverged, e.step());
        throw;
      }
    }

    /// Records the step that `at` points to, unless it was recorded already.
    void look(typename Run::iterator const& at) {
      if (at == std::default_sentinel) return settle(run_status::finished, run->index());
      if (last == at->index) return;
      last    = at->index;
      settled = false;
      loss_sum += at->loss;
      ++loss_count;
      if (!at->evaluated()) return;
      folder.add(line(*at));
      loss_sum   = 0;
      loss_count = 0;
    }

    void settle(run_status status, std::uint64_t step) {
      if (settled) return;
      settled = true;
      folder.set_status(status, step);  // first: it needs little room, and weights may find none
      save(weights_kind::raw, "weights.safetensors");
      if (run->settings().ema > 0) save(weights_kind::average, "weights_average.safetensors");
    }

    void save(weights_kind which, std::string_view name) {
      auto tensors                = run->weights(which);
      tensors.metadata["plan"]    = plan_text(run->plan());
      tensors.metadata["seed"]    = std::to_string(run->settings().seed);
      tensors.metadata["step"]    = std::to_string(run->index());
      tensors.metadata["weights"] = name_of(which);
      folder.save(name, tensors);
    }

    std::shared_ptr<Run> run;
    run_folder folder;
    std::optional<std::uint64_t> last = {};  ///< index of the step seen last
    double loss_sum                   = 0;   ///< since the last line
    std::uint64_t loss_count          = 0;
    bool settled                      = false;
  };

  std::shared_ptr<state> state_;
};

namespace detail {

/// What a line of metrics.jsonl holds beside the results of probes.
inline constexpr std::array<std::string_view, 5> line_members{"step", "loss", "mean_loss", "seconds", "drawn"};

/// Refuses probes that would share a place in a line.
template <class... Ps>
void check_probe_names() {
  std::vector<std::string_view> taken(line_members.begin(), line_members.end());
  for (std::string_view const name : std::array<std::string_view, sizeof...(Ps)>{Ps::name...}) {
    require(std::ranges::find(taken, name) == taken.end(),
            "record: expected probes with names of their own that are not {}, got '{}'",
            "step, loss, mean_loss, seconds or drawn",
            name);
    taken.push_back(name);
  }
}

template <class... Ps>
json results_of(step<Ps...> const& s) {
  json out = json::object();
  if (s.evaluated()) ((out[std::string{Ps::name}] = to_json(s.template value<Ps>())), ...);
  return out;
}

}  // namespace detail

template <class Run>
json recording<Run>::state::facts(Run const& run, record_notes const& notes) {
  std::apply([]<class... Ps>(Ps const&...) { detail::check_probe_names<Ps...>(); }, run.plan().probes);
  json out     = run_facts(run);
  out["notes"] = json(notes);
  return out;
}

template <class Run>
json recording<Run>::state::line(step_type const& step) const {
  json out{{"step", step.index},
           {"loss", to_json(step.loss)},
           {"mean_loss", to_json(loss_sum / static_cast<double>(loss_count))},
           {"seconds", folder.seconds()}};
  for (auto const& [name, value] : step.drawn)
    out["drawn"][std::string{name}] = to_json(value);
  out.update(detail::results_of(step));
  return out;
}

/// Records a run into a folder that is empty or not there yet. Iterate the result instead of the run.
///
/// run.json       everything that made the run, and how it stands
/// metrics.jsonl  one line an evaluation: step, loss of that step's batch, mean loss since the line before, seconds
/// since
///                the recording began, what the objective drew so far (a masked one: its largest weight and the share
///                of hidden cells), and the result of every probe
///
/// Requires  the run outlives the recording (a run that is moved in is kept by it)
/// Errors    throws file_error, before anything is touched, if the folder holds anything; file_error if it cannot be
///           written; range_error if two probes have one name
template <class Run>
[[nodiscard]] recording<Run> record(Run& run, std::filesystem::path folder, record_notes const& notes = {}) {
  return {std::shared_ptr<Run>{std::shared_ptr<void>{}, &run}, std::move(folder), notes};
}

template <class Run>
  requires(!std::is_lvalue_reference_v<Run>)
[[nodiscard]] recording<Run> record(Run&& run, std::filesystem::path folder, record_notes const& notes = {}) {
  return {std::make_shared<Run>(std::move(run)), std::move(folder), notes};
}

}  // namespace regula
