// SPDX-License-Identifier: MIT
/// @file
/// The least that a model of the next symbol can lose in every cell: the entropy of the cell given those before it.
#pragma once

#include <regula/concepts/exact_rule.hpp>
#include <regula/detail/automaton_passes.hpp>
#include <regula/detail/scaled.hpp>
#include <regula/error.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

namespace regula {

namespace detail {

/// -p ln p, 0 of 0.
[[nodiscard]] inline double entropy_term(double p) { return p > 0 ? -p * std::log(p) : 0; }

/// A prefix tells the state that it leads to, and the state tells what follows.
template <Automaton A>
[[nodiscard]] std::vector<double> automaton_next_token_entropy(A const& a) {
  constexpr std::size_t D = A::cell_count, S = A::state_count;
  auto const mass = weighted_completions(a);
  require(!mass[a.start()].is_zero(), "next_token_entropy: expected a rule with at least one board, got none");
  std::vector<double> out(D, 0.0), reached(S, 0.0);
  reached[a.start()] = 1;
  for (std::size_t i = 0; i < D; ++i) {
    std::vector<double> after(S, 0.0);
    for (std::size_t s = 0; s < S; ++s) {
      if (reached[s] == 0) continue;
      for (token v = 0; v < A::alphabet; ++v) {
        std::size_t const next = a.step(i, s, v);
        if (next == no_state) continue;
        double const p = ratio(scaled{step_weight(a, i, s, v)} * mass[(i + 1) * S + next], mass[i * S + s]);
        out[i] += reached[s] * entropy_term(p);
        after[next] += reached[s] * p;
      }
    }
    reached = after;
  }
  return out;
}

/// H(x_0 .. x_i) - H(x_0 .. x_{i-1}), each summed over the boards in lexicographic order.
template <Enumerable R>
[[nodiscard]] std::vector<double> table_next_token_entropy(R const& rule) {
  constexpr std::size_t D = R::cell_count;
  auto const& boards      = rule.boards();
  require(!boards.empty(), "next_token_entropy: expected a rule with at least one board, got none");
  std::span<double const> weights;
  if constexpr (ListsProbabilities<R>) weights = rule.probabilities();
  auto const weight = [&](std::size_t i) {
    return weights.empty() ? 1 / static_cast<double>(boards.size()) : weights[i];
  };
  std::vector<std::size_t> order(boards.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(
      order, [&](std::size_t a, std::size_t b) { return std::ranges::lexicographical_compare(boards[a], boards[b]); });
  std::vector<double> out(D, 0.0);
  double before = 0;
  for (std::size_t i = 0; i < D; ++i) {
    double entropy = 0, p = 0;
    for (std::size_t k = 0; k < order.size(); ++k) {
      bool const same = k > 0 && std::ranges::equal(boards[order[k - 1]].first(i + 1), boards[order[k]].first(i + 1));
      if (!same) entropy += entropy_term(p), p = 0;
      p += weight(order[k]);
    }
    entropy += entropy_term(p);
    out[i] = std::max(0.0, entropy - before);
    before = entropy;
  }
  return out;
}

}  // namespace detail

/// A rule whose law is known board by board, as that of `population`.
template <class R>
concept KnowsBoards = Automaton<R> || Enumerable<R>;

/// H(x_i | x_0 .. x_{i-1}) of every cell; they sum to the entropy of the rule.
///
/// Units     nats
/// Errors    throws range_error for a rule without boards
/// Cost      of an automaton O(D S V), of a table O(N D)
template <KnowsBoards R>
[[nodiscard]] std::vector<double> next_token_entropy(R const& rule) {
  if constexpr (Automaton<R>)
    return detail::automaton_next_token_entropy(rule);
  else
    return detail::table_next_token_entropy(rule);
}

}  // namespace regula
