// SPDX-License-Identifier: MIT
/// @file
/// The Objective concept: how a batch is corrupted, and what is lost when the network does not undo it.
#pragma once

#include <regula/concepts/model.hpp>
#include <regula/random/stream.hpp>

#include <concepts>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

namespace regula {

/// Clean samples of one step, before corruption.
struct batch {
  data_shape shape;           ///< of one sample
  std::size_t size;           ///< B
  std::vector<token> boards;  ///< [B, T] symbols; may be empty where `values` is given
  std::vector<float> values;  ///< [B, T, C] encoded symbols; empty for objectives on symbols
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
concept Encodes = requires(O const& o, batch& b, token alphabet) {
  { o.accepts(alphabet) } -> std::same_as<bool>;
  { o.channels(alphabet) } -> std::same_as<std::size_t>;
  { o.encode(b) } -> std::same_as<void>;
};

/// Idea     What training minimises. The corruption of a batch is a value of its own: the loss is a pure function of
///          (network, batch, corruption), so both engines, stored reference files and probes share one seam.
/// Minimal  `needs` (a head); type `corruption`; `prepare(batch, corruption&)` sizes it;
///          `corrupt(batch, i, rng, corruption&)` draws sample i's part from its own stream;
///          `accepts(V)`, `channels(V)`, `encode(batch&)` turn symbols into what the network reads
/// Laws     sample i's corruption depends on its stream and its clean sample only
/// Codes    O0 O1 O2 O3 (docs/diagnostics.md)
template <class O>
concept Objective = std::copyable<O> && NeedsHead<O> && Corrupts<O> && Encodes<O>;

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
  return true;
}

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
