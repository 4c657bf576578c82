// SPDX-License-Identifier: MIT
/// @file
/// The Objective concept: how a batch is corrupted, and what is lost when the network does not undo it.
#pragma once

#include <regula/concepts/model.hpp>
#include <regula/concepts/network_input.hpp>
#include <regula/random/stream.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace regula {

/// Clean samples of one step, before corruption.
struct batch {
  data_shape shape;           ///< of one sample
  std::size_t size;           ///< B
  std::vector<token> boards;  ///< [B, T] symbols; may be empty where `values` is given
  std::vector<float> values;  ///< [B, T, C] encoded symbols; empty for objectives on symbols
  std::uint64_t step = 0;     ///< finished updates: laws that change along the run depend on it
};

template <class O>
concept NeedsHead =
    requires { typename std::bool_constant<head_set{static_cast<head const&>(O::needs)}.contains(head::denoiser)>; };

template <class O>
concept Corrupts = requires { typename O::corruption; } &&
                   requires(O const& o, batch const& clean, typename O::corruption& c, stream& rng, std::size_t i) {
                     { o.prepare(clean, c) } -> std::same_as<void>;
                     { o.corrupt(clean, i, rng, c) } -> std::same_as<void>;
                   };

template <class O>
concept LosesBy = requires(O const& o,
                           batch const& clean,
                           typename O::corruption const& c,
                           std::size_t i,
                           sample_input<double>& input,
                           std::span<double const> output,
                           std::span<double> gradient) {
  { o.read(clean, c, i, input) } -> std::same_as<void>;
  { o.loss(output, clean, c, i, gradient) } -> std::convertible_to<double>;
};

template <class O>
concept NamesSampler = requires(O const& o) { o.sampler(); };

template <class O>
concept Encodes = requires(O const& o, batch& b, token alphabet) {
  { o.accepts(alphabet) } -> std::same_as<bool>;
  { o.channels(alphabet) } -> std::same_as<std::size_t>;
  { o.encode(b) } -> std::same_as<void>;
};

/// Idea     What training minimises. The corruption of a batch is a value of its own: the loss is a pure function of
///          (network, batch, corruption), so both engines, stored reference files and probes share one seam.
/// Minimal  `needs` (a head); type `corruption`; `prepare(batch, corruption&)` sizes it;
///          `corrupt(batch, i, rng, corruption&)` draws sample i's part from its own stream;
///          `accepts(V)`, `channels(V)`, `encode(batch&)` turn symbols into what is corrupted;
///          `read(batch, corruption, i, sample_input&)` fills in what the network reads of sample i;
///          `loss(output, batch, corruption, i, gradient)` of sample i and its derivative by the network's output
///          [T, output_channels]; `sampler()`: how boards are drawn from the model unless the settings say otherwise
/// Optional `train_on(boards, shape)` gets the training set before the first step;
///          `tally` and `count(batch, corruption, tally&)` sum up what was drawn, `tally::numbers()` for the record;
///          a denoiser's objective: `precondition(sigma)` and `decode(values, shape, boards)`
/// Laws     sample i's corruption depends on its stream, its clean sample, B and the batch's step only;
///          the loss depends on nothing but its arguments
/// Codes    O0 O1 O2 O3 O4 O5 (docs/diagnostics.md)
template <class O>
concept Objective = std::copyable<O> && NeedsHead<O> && Corrupts<O> && Encodes<O> && LosesBy<O> && NamesSampler<O>;

/// Says in words what keeps O from being an Objective; true if nothing does.
template <class O>
consteval bool check_objective() {
  static_assert(std::copyable<O>, "[regula:O0] an Objective is a value: make it copyable");
  static_assert(NeedsHead<O>, "[regula:O1] an Objective states 'static constexpr regula::head needs'");
  static_assert(Corrupts<O>,
                "[regula:O2] an Objective has a type 'corruption', 'prepare(batch const&, corruption&) const' and "
                "'corrupt(batch const&, std::size_t, stream&, corruption&) const'");
  static_assert(Encodes<O>,
                "[regula:O3] an Objective has 'accepts(token) const', 'channels(token) const' and "
                "'encode(batch&) const'");
  static_assert(!Corrupts<O> || LosesBy<O>,
                "[regula:O4] an Objective has 'read(batch const&, corruption const&, std::size_t, sample_input<Real>&) "
                "const' and 'loss(std::span<Real const>, batch const&, corruption const&, std::size_t, "
                "std::span<Real>) const' for every floating-point Real");
  static_assert(NamesSampler<O>,
                "[regula:O5] an Objective has 'sampler() const': the sampler that belongs to it, or no_sampler{}");
  return true;
}

/// What the sampler of an objective is if boards cannot be drawn from its models.
struct no_sampler {};

/// A number with a name, for records.
using named_number = std::pair<std::string_view, double>;

template <class O>
concept Tallies = requires(O const& o, batch const& clean, typename O::corruption const& c, typename O::tally& sum) {
  o.count(clean, c, sum);
  { sum.numbers() } -> std::same_as<std::vector<named_number>>;
};

/// The corruption of a whole batch: sample i from `streams(i)`.
template <Objective O>
[[nodiscard]] typename O::corruption corrupt(O const& objective, batch const& clean, stream_family streams) {
  typename O::corruption out;
  objective.prepare(clean, out);
  for (std::size_t i = 0; i < clean.size; ++i) {
    stream rng = streams(i);
    objective.corrupt(clean, i, rng, out);
  }
  return out;
}

}  // namespace regula
