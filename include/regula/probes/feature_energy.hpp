// SPDX-License-Identifier: MIT
/// @file
/// The probe of the features of a reduced network on k-parity: how much of the signal its hidden units can say.
#pragma once

#include <regula/concepts/probe.hpp>
#include <regula/error.hpp>
#include <regula/models/reduced_features.hpp>
#include <regula/objectives/squared_parity.hpp>
#include <regula/probes/energy_sums.hpp>
#include <regula/probes/secret.hpp>
#include <regula/random/stream.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>

namespace regula {

/// E(W) of a reduced network on n boards of k-parity, each under `masks` masks drawn as `squared_parity` draws them.
///
/// Shapes    boards [n, T]
/// Errors    throws shape_error if the network has other cells than the rule; what `check` of the objective throws;
///           range_error without boards or masks
/// Cost      boards x masks x D^2, then D^3/3
/// Source    Huang and Mirzasoleiman 2026, arXiv:2601.22450, theorem 4.5
template <HasSecret R>
[[nodiscard]] energy_estimate energy_of(reduced_features const& net,
                                        R const& rule,
                                        std::span<token const> boards,
                                        squared_parity const& objective,
                                        std::size_t masks,
                                        stream_family streams) {
  constexpr std::size_t T = R::cell_count;
  require<shape_error>(net.cells() == T, "energy_of: expected a network of {} cells, got {}", T, net.cells());
  check(objective);
  batch clean{{board_of<R>(), 1, R::alphabet}, boards.size() / T * masks, {}, {}, streams.step};
  for (std::size_t k = 0; k < masks; ++k)  // all boards again and again, so that each meets all strata of t
    clean.boards.insert(clean.boards.end(), boards.begin(), boards.end());
  auto const drawn     = corrupt(objective, clean, streams);
  auto const in_secret = secret_cells(rule);
  energy_sums sums{net.units()};
  for (std::size_t i = 0; i < clean.size; ++i)
    sums.add(net, std::span{clean.boards}.subspan(i * T, T), drawn.row(i, T), in_secret, 1, 1 / drawn.t[i]);
  return sums.estimate();
}

/// A model that tells its trained tensors by name.
template <class V>
concept TellsWeights = requires(V const& view) {
  { view.weights() } -> std::same_as<named_tensors>;
};

/// E(W) on the training boards, of `uniform_attention_mlp` and `one_layer_transformer`.
struct feature_energy {
  static constexpr std::string_view name = "feature_energy";
  static constexpr probe_need needs      = probe_need::model;
  using result                           = energy_estimate;

  squared_parity objective = {};     ///< its law of t, floor and empty masks
  bool mean                = false;  ///< as the spec says: the sum over cells is divided by their number
  std::size_t boards       = 256;    ///< the first so many, at most
  std::size_t masks        = 16;     ///< of each board

  /// Errors    as energy_of and reduced_features
  template <HasSecret R, TellsWeights V>
  [[nodiscard]] result measure(evaluation<R, V> const& e) const {
    auto const some = e.data.training.tokens().first(std::min(boards, e.data.training.size()) * R::cell_count);
    return energy_of(reduced_features{e.model.weights(), mean}, e.rule, some, objective, masks, e.streams);
  }
};

}  // namespace regula
