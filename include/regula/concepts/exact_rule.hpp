// SPDX-License-Identifier: MIT
/// @file
/// What a rule may state so that everything about it can be computed exactly: an automaton, a table, a probability.
#pragma once

#include <regula/concepts/rule.hpp>
#include <regula/data/board_set.hpp>

#include <concepts>
#include <cstddef>
#include <limits>
#include <span>

namespace regula {

/// What `step` gives where no board goes on: whatever the other cells hold, the rule is broken.
inline constexpr std::size_t no_state = std::numeric_limits<std::size_t>::max();

template <class A>
concept HasStates = requires { requires(A::state_count > 0); };

template <class A>
concept Steps = requires(A const& a, std::size_t cell, std::size_t state, token symbol) {
  { a.start() } noexcept -> std::same_as<std::size_t>;
  { a.step(cell, state, symbol) } noexcept -> std::same_as<std::size_t>;
  { a.accepts(state) } noexcept -> std::same_as<bool>;
};

/// Idea     A rule as a finite automaton that reads the cells in order. From it alone rules/automaton.hpp derives
///          `holds`, the population, a sampler and (oracles/population.hpp) what a perfect learner predicts.
/// Minimal  `cell_count`, `alphabet`; `static constexpr std::size_t state_count`; `start()`;
///          `step(cell, state, symbol)`, the next state or `no_state`; `accepts(state)` after the last cell; all
///          noexcept
/// Optional Weighs: a measure that is not uniform; name, parameters, clauses, board as of any rule
/// Laws     states lie in [0, state_count); `step` is asked about symbols of the alphabet only, and is pure
/// Codes    R1 R2 R8 R9 (docs/diagnostics.md)
template <class A>
concept Automaton = std::copyable<A> && HasCells<A> && HasAlphabet<A> && HasStates<A> && Steps<A>;

/// Idea     An automaton whose accepted boards are not equally likely: each has the product of its steps' weights.
/// Minimal  `double weight(cell, state, symbol) const noexcept`, positive where `step` gives a state
/// Laws     the weights of all accepted boards sum to 1
template <class A>
concept Weighs = Automaton<A> && requires(A const& a, std::size_t cell, std::size_t state, token symbol) {
  { a.weight(cell, state, symbol) } noexcept -> std::same_as<double>;
};

/// Idea     A rule that can list its boards: a small population as a table.
/// Minimal  `board_set<cell_count> const& boards() const`, every board that can be drawn, once
/// Optional `std::span<double const> probabilities() const`, one a board; without it all are equally likely
/// Laws     the boards are those that `draw` reaches
template <class R>
concept Enumerable = HasCells<R> && HasAlphabet<R> && requires(R const& r) {
  { r.boards() } -> std::convertible_to<board_set<R::cell_count> const&>;
};

template <class R>
concept ListsProbabilities = Enumerable<R> && requires(R const& r) {
  { r.probabilities() } -> std::convertible_to<std::span<double const>>;
};

/// Idea     A rule whose draws follow a law of its own, stated exactly.
/// Minimal  `double probability(cells<cell_count> x) const`: of drawing x; 0 for a board that is never drawn
/// Laws     draws follow it; it sums to 1 over all boards
template <class R>
concept StatesProbability = Rule<R> && requires(R const& r, cells<R::cell_count> x) {
  { r.probability(x) } -> std::same_as<double>;
};

/// Says in words what keeps A from being an Automaton; true if nothing does.
template <class A>
consteval bool check_automaton() {
  static_assert(std::copyable<A>, "[regula:R0] an Automaton is a value: make it copyable");
  static_assert(HasCells<A>, "[regula:R1] an Automaton states 'static constexpr std::size_t cell_count' > 0");
  static_assert(HasAlphabet<A>,
                "[regula:R2] an Automaton states 'static constexpr regula::token alphabet' in [2, 65534]");
  static_assert(HasStates<A>, "[regula:R8] an Automaton states 'static constexpr std::size_t state_count' > 0");
  static_assert(
      Steps<A>,
      "[regula:R9] an Automaton has 'std::size_t start() const noexcept', 'std::size_t step(std::size_t cell, "
      "std::size_t state, regula::token symbol) const noexcept' and 'bool accepts(std::size_t state) const "
      "noexcept'");
  return true;
}

}  // namespace regula
