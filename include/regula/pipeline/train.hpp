// SPDX-License-Identifier: MIT
/// @file
/// train(): a run as a lazy single-pass range of steps. Stopping, printing and recording happen outside.
#pragma once

#include <regula/data/split.hpp>
#include <regula/error.hpp>
#include <regula/pipeline/compose.hpp>
#include <regula/pipeline/settings.hpp>
#include <regula/pipeline/trainer.hpp>
#include <regula/pipeline/view_of.hpp>
#include <regula/samplers/any_sampler.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace regula {

namespace detail {
/// The place of T among Ts.
template <class T, class... Ts>
inline constexpr std::size_t position = [] {
  std::size_t at = 0, found = 0;
  ((std::is_same_v<T, Ts> ? void(found = at) : void(), ++at), ...);
  return found;
}();

/// What an objective tallies of the corruptions of a run; nothing for most.
template <class O>
struct tally_of {
  struct type {};
};
template <class O>
  requires requires { typename O::tally; }
struct tally_of<O> {
  using type = typename O::tally;
};
}  // namespace detail

/// What one element of a run says: small, owned, safe to keep.
template <Probe... Ps>
struct step {
  std::uint64_t index = 0;  ///< finished updates
  double loss         = 0;  ///< mean loss of batch `index`, by the weights after `index` updates
  std::optional<std::tuple<typename Ps::result...>> results = {};
  std::vector<named_number> drawn = {};  ///< where evaluated: what the objective tallied of the corruptions so far

  /// True if the probes looked at this step.
  [[nodiscard]] bool evaluated() const { return results.has_value(); }

  /// What probe P measured.
  ///
  /// Errors    throws range_error if this step was not evaluated
  template <class P>
    requires(std::is_same_v<P, Ps> || ...)
  [[nodiscard]] typename P::result const& value() const {
    require(evaluated(), "step::value<{}>: step {} was not evaluated", P::name, index);
    return std::get<detail::position<P, Ps...>>(*results);
  }
};

/// A training run: owns data, weights and optimizer. Iterating it makes one optimizer step each.
///
/// Element n (n = 0 .. settings.steps) is the state after n updates: the loss of batch n, and what the probes see where
/// the schedule, or the end of the run, asks for it. Updates happen when the iterator is advanced, so a loop that stops
/// leaves the weights of the element it saw last.
/// Errors    advancing throws diverged, naming the step, if its loss is not finite. The run then ends one step before,
/// with
///           the weights of the last finite loss
template <class Plan, class Trainer>
class run;

template <Rule R, Model M, Objective O, Probe... Ps, class Trainer>
class run<regula::plan<R, M, O, Ps...>, Trainer> {
 public:
  using plan_type = regula::plan<R, M, O, Ps...>;
  using step_type = regula::step<Ps...>;

  class iterator {
   public:
    using value_type        = step_type;
    using difference_type   = std::ptrdiff_t;
    using iterator_concept  = std::input_iterator_tag;
    using iterator_category = std::input_iterator_tag;
    using reference         = step_type const&;
    using pointer           = step_type const*;

    iterator() = default;
    explicit iterator(run& of) : run_{&of} {}

    reference operator*() const { return run_->state_->current; }
    pointer operator->() const { return &run_->state_->current; }
    iterator& operator++() {
      run_->advance();
      return *this;
    }
    void operator++(int) { ++*this; }
    bool operator==(std::default_sentinel_t) const { return run_->state_->ended; }

   private:
    run* run_ = nullptr;
  };

  run(plan_type plan, regula::settings settings, Trainer trainer)
      : state_{std::make_unique<state>(std::move(plan), std::move(settings), std::move(trainer))} {}

  /// Starts at the current step: at first the untrained model. Calling it again goes on where the run stands.
  [[nodiscard]] iterator begin() {
    if (!state_->started) look();
    return iterator{*this};
  }
  [[nodiscard]] static std::default_sentinel_t end() { return {}; }

  [[nodiscard]] plan_type const& plan() const { return state_->plan; }
  [[nodiscard]] regula::settings const& settings() const { return state_->settings; }
  [[nodiscard]] data_split<R::cell_count> const& data() const { return state_->data; }
  [[nodiscard]] Trainer const& trainer() const { return state_->trainer; }
  [[nodiscard]] Trainer& trainer() { return state_->trainer; }

  /// Finished updates.
  [[nodiscard]] std::uint64_t index() const { return state_->index; }

  /// The model as samplers and probes see it.
  [[nodiscard]] auto model(weights_kind which = weights_kind::raw) {
    return view_of(state_->plan.objective, state_->trainer.network(which), state_->plan.shape());
  }

  /// The trained tensors by name, as `named_tensors`.
  [[nodiscard]] auto weights(weights_kind which = weights_kind::raw) const { return state_->trainer.weights(which); }

  /// Writes everything that is needed to go on later: see regula/runs/checkpoint.hpp, which must be included.
  ///
  /// Errors    throws file_error if the file cannot be written; range_error after a loss that was not finite, since the
  ///           moments then are those of the update that was undone
  template <class Path>
    requires Resumable<Trainer>
  void save(Path const& path) const {
    require(!state_->undone,
            "run::save: expected a run as its last update left it, but its update {} was undone because the loss was "
            "not finite; weights() has its last good weights",
            state_->index + 1);
    save_checkpoint(*this, path);
  }

  /// Goes to the state after `index` updates that a trainer's `state()` holds.
  ///
  /// Errors    throws what the trainer's `restore` throws; range_error if the run has no such step
  void restore(named_tensors const& saved, std::uint64_t index)
    requires Resumable<Trainer>
  {
    auto& s = *state_;
    require(index <= s.settings.steps, "run::restore: expected a step of at most {}, got {}", s.settings.steps, index);
    s.trainer.restore(saved);
    s.index   = index;
    s.started = s.ended = s.updated = s.undone = false;
  }

  /// Boards drawn from the model as an evaluation draws them: sample i always from the same noise.
  ///
  /// Shapes    result [n, D]; `values`, if given, receives [n, D, C]
  [[nodiscard]] board_set<R::cell_count> samples(std::size_t n, std::vector<float>* values = nullptr)
    requires detail::has_sampler<O>
  {
    auto const& s = state_->settings;
    auto drawn    = draw_samples<R::cell_count>(s.evaluation.sampler,
                                             state_->plan.objective,
                                             model(s.evaluation.weights),
                                             n,
                                             state_->plan.shape(),
                                                {s.seed, purpose::sampler});
    if (values != nullptr) *values = std::move(drawn.values);
    return std::move(drawn.boards);
  }

 private:
  struct state {
    state(plan_type p, regula::settings s, Trainer t)
        : plan{std::move(p)},
          settings{std::move(s)},
          trainer{std::move(t)},
          data{draw_split(
              plan.rule,
              {settings.train_size, settings.held_out_size.value_or(settings.train_size), settings.train_size},
              settings.seed)},
          clean{plan.shape(), settings.batch, std::vector<token>(settings.batch * R::cell_count), {}} {
      if constexpr (requires { plan.objective.train_on(data.training.tokens(), plan.shape()); })
        plan.objective.train_on(data.training.tokens(), plan.shape());
    }

    plan_type plan;
    regula::settings settings;
    Trainer trainer;
    data_split<R::cell_count> data;
    batch clean;
    typename O::corruption corruption;
    typename detail::tally_of<O>::type tally = {};
    step_type current                        = {};
    std::uint64_t index                      = 0;
    bool updated                             = false;
    bool undone                              = false;
    bool started                             = false;
    bool ended                               = false;
  };

  /// Draws batch `index`, computes its loss and gradient, and evaluates if it is time.
  void look() {
    auto& s = *state_;
    draw_batch();
    double const loss = s.trainer.gradient(s.clean, s.corruption);
    if (!std::isfinite(loss)) {
      s.ended = s.started      = true;
      std::uint64_t const step = s.index;
      if (s.updated) {
        s.trainer.undo();
        s.undone = true;
        --s.index;
      }
      throw diverged(step);
    }
    s.started = true;
    s.current = step_type{s.index, loss};
    if (s.index != s.settings.steps && !s.settings.evaluation.schedule.contains(s.index)) return;
    s.current.results = measure();
    if constexpr (Tallies<O>) s.current.drawn = s.tally.numbers();
  }

  void advance() {
    auto& s = *state_;
    if (s.index == s.settings.steps) {
      s.ended = true;
      return;
    }
    s.trainer.apply(s.index);
    s.updated = true;
    ++s.index;
    look();
  }

  /// Sample i of the batch is a training board drawn with replacement, and its corruption, each from its own stream.
  void draw_batch() {
    auto& s = *state_;
    stream_family const choose{s.settings.seed, purpose::batch, s.index};
    stream_family const corrupt{s.settings.seed, purpose::corruption, s.index};
    for (std::size_t i = 0; i < s.clean.size; ++i) {
      stream rng      = choose(i);
      auto const from = s.data.training[pick(rng, s.data.training.size())];
      std::ranges::copy(from, s.clean.boards.begin() + static_cast<std::ptrdiff_t>(i * R::cell_count));
    }
    s.clean.step = s.index;
    s.plan.objective.encode(s.clean);
    s.plan.objective.prepare(s.clean, s.corruption);
    for_each_sample(s.trainer, s.clean.size, [&](std::size_t i) {
      stream rng = corrupt(i);
      s.plan.objective.corrupt(s.clean, i, rng, s.corruption);
    });
    if constexpr (Tallies<O>) s.plan.objective.count(s.clean, s.corruption, s.tally);
  }

  std::tuple<typename Ps::result...> measure() {
    auto& s = *state_;
    std::vector<float> values;
    board_set<R::cell_count> drawn;
    if constexpr (((Ps::needs == probe_need::samples) || ...)) drawn = samples(s.settings.evaluation.samples, &values);
    auto const view = model(s.settings.evaluation.weights);
    evaluation<R, std::remove_const_t<decltype(view)>> const e{
        s.plan.rule, s.index, s.data, drawn, values, view, {s.settings.seed, purpose::probe, s.index}};
    return {std::get<Ps>(s.plan.probes).measure(e)...};
  }

  std::unique_ptr<state> state_;
};

/// Starts a run of a plan on an engine. Nothing is computed before the run is iterated, but everything is checked.
///
/// Errors    throws range_error for settings that cannot be meant, and for a training set larger than the rule's
///           population
template <class Plan, Engine<Plan> E>
[[nodiscard]] auto train(Plan const& plan, settings const& settings, E const& engine) {
  check(settings);
  if constexpr (requires { check(plan.objective); }) check(plan.objective);
  check_sampler<typename Plan::objective_type, detail::any_view<typename Plan::objective_type>>(
      settings.evaluation.sampler);
  return run<Plan, decltype(engine.trainer(plan, settings))>{plan, settings, engine.trainer(plan, settings)};
}

}  // namespace regula
