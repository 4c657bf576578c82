// SPDX-License-Identifier: MIT
/// @file
/// What an engine gives a run: a trainer that owns weights and optimizer, and does one update at a time.
#pragma once

#include <regula/concepts/objective.hpp>
#include <regula/pipeline/settings.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace regula {

class named_tensors;  // io/named_tensors.hpp, which engines include: it is a quarter of what core.hpp would take

/// What a record says of an engine: its name, threads, device, precision, library versions. Key and value.
using engine_facts = std::vector<std::pair<std::string, std::string>>;

/// Idea     Weights, gradient, optimizer state and their average on one engine.
/// Minimal  `gradient(batch, corruption)` computes the mean loss and keeps its gradient;
///          `apply(n)` clips, updates the weights and their average, n finished updates before;
///          `undo()` gives back weights and average as they were before the last `apply`;
///          `network(weights_kind)` gives the network to evaluate; `weights(weights_kind)`, `load(named_tensors)`;
///          `facts()` for the record
/// Laws     the same batch, corruption and weights give the same bits; `gradient` alone changes no weight
template <class T, class O>
concept Trainer = requires(T& trainer,
                           T const& seen,
                           batch const& clean,
                           typename O::corruption const& corruption,
                           std::uint64_t n,
                           weights_kind which,
                           named_tensors const& weights) {
  { trainer.gradient(clean, corruption) } -> std::same_as<double>;
  { trainer.apply(n) } -> std::same_as<void>;
  { trainer.undo() } -> std::same_as<void>;
  trainer.network(which);
  { seen.weights(which) } -> std::same_as<named_tensors>;
  { trainer.load(weights) } -> std::same_as<void>;
  { seen.facts() } -> std::same_as<engine_facts>;
};

/// Idea     A trainer whose run can be saved and resumed.
/// Minimal  `state()` and `restore(named_tensors)` for everything that `apply` works on: `weights/NAME`, and as far as
///          there are any `average/NAME`, `moment1/NAME`, `moment2/NAME`
/// Laws     `restore(state())` changes nothing; a restored trainer goes on with the same bits
template <class T>
concept Resumable = requires(T& trainer, T const& seen, named_tensors const& saved) {
  { seen.state() } -> std::same_as<named_tensors>;
  { trainer.restore(saved) } -> std::same_as<void>;
};

/// Idea     A choice of where and how to compute: `native{.threads = 2}`, `torch_cpu{}`.
/// Minimal  `trainer(plan, settings)` makes a Trainer with the initial weights of `settings.seed`
template <class E, class Plan>
concept Engine = requires(E const& engine, Plan const& plan, settings const& settings) {
  { engine.trainer(plan, settings) } -> Trainer<typename Plan::objective_type>;
};

/// Calls f(0) .. f(n - 1), by the trainer's threads if it has any. f(i) touches sample i only.
template <class T, class F>
void for_each_sample(T& trainer, std::size_t n, F&& f) {
  if constexpr (requires { trainer.parallel(n, f); }) {
    trainer.parallel(n, f);
  } else {
    for (std::size_t i = 0; i < n; ++i)
      f(i);
  }
}

}  // namespace regula
