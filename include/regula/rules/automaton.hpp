// SPDX-License-Identifier: MIT
/// @file
/// What follows from a rule given as an automaton: judging, counting, drawing. Written once, here.
#pragma once

#include <regula/concepts/exact_rule.hpp>
#include <regula/concepts/rule_refinements.hpp>
#include <regula/detail/automaton_passes.hpp>
#include <regula/error.hpp>
#include <regula/random/draws.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace regula {

/// True if the automaton reads x to the end and accepts it; a symbol outside the alphabet makes it false.
template <Automaton A>
[[nodiscard]] constexpr bool accepts_board(A const& a, cells<A::cell_count> x) noexcept {
  std::size_t state = a.start();
  for (std::size_t i = 0; i < A::cell_count; ++i) {
    if (x[i] >= A::alphabet) return false;
    state = a.step(i, state, x[i]);
    if (state == no_state) return false;
  }
  return a.accepts(state);
}

/// The number of boards, usable at compile time; nothing where it does not fit 64 bits.
template <Automaton A>
[[nodiscard]] constexpr std::optional<std::uint64_t> count_boards(A const& a) {
  auto const n = detail::completions<detail::checked_count>(a)[a.start()];
  return n.fits ? std::optional{n.value} : std::nullopt;
}

/// The number of boards that agree with the visible cells of x; hidden cells are `no_token`.
template <Automaton A>
[[nodiscard]] population_size count_completions(A const& a, cells<A::cell_count> x) {
  auto const may_be = [&](std::size_t i, token v) { return x[i] == no_token || x[i] == v; };
  auto const n      = detail::completions<detail::checked_count>(a, may_be)[a.start()];
  if (n.fits) return population_size::of(n.value);
  return {std::nullopt, log2(detail::completions<detail::scaled>(a, may_be)[a.start()])};
}

/// The number of boards, exact in 64 bits, else its logarithm; rules/exact_population.hpp has all its digits.
template <Automaton A>
[[nodiscard]] population_size population_of(A const& a) {
  return count_completions(a, detail::hidden_cells<A::cell_count>());
}

/// The probability of drawing x: the product of its steps' weights; 0 if it is not accepted.
template <Weighs A>
[[nodiscard]] double probability_of(A const& a, cells<A::cell_count> x) {
  if (!accepts_board(a, x)) return 0;
  std::size_t state  = a.start();
  double probability = 1;
  for (std::size_t i = 0; i < A::cell_count; ++i) {
    probability *= a.weight(i, state, x[i]);
    state = a.step(i, state, x[i]);
  }
  return probability;
}

/// Draws one of the accepted boards, all equally likely, or by their weights.
///
/// Up to 2^64 boards, one uniform integer picks the board by its place in lexicographic order. Beyond, and with
/// weights, every symbol is drawn by the share of the boards that go on with it, in double precision.
/// Errors    throws range_error if no board is accepted
template <Automaton A>
void draw_accepted(A const& a, auto& rng, cells_out<A::cell_count> x) {
  // A rule without members always has the same counts.
  if constexpr (std::is_empty_v<A>) {
    static detail::draw_counts<A> const counts{a};
    counts.draw(a, rng, x);
  } else {
    detail::draw_counts<A>{a}.draw(a, rng, x);
  }
}

/// A Rule from an Automaton: `automaton_rule{my_automaton{}}`. Whatever else the automaton states is kept.
///
/// Codes  R1 R2 R8 R9
template <class A>
struct automaton_rule : A {
  static_assert(check_automaton<A>());
  static constexpr std::size_t D = A::cell_count;

  [[nodiscard]] constexpr bool holds(cells<D> x) const noexcept { return accepts_board<A>(*this, x); }

  void draw(auto& rng, cells_out<D> x) const { draw_accepted<A>(*this, rng, x); }

  [[nodiscard]] population_size population() const { return population_of<A>(*this); }

  [[nodiscard]] double probability(cells<D> x) const
    requires Weighs<A>
  {
    return probability_of<A>(*this, x);
  }
};

template <class A>
automaton_rule(A) -> automaton_rule<A>;

}  // namespace regula
