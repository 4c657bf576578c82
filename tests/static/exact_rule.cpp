// SPDX-License-Identifier: MIT
/// @file
/// What is an Automaton, a table, a stated probability, and what is not; compiled, never linked.
#include <regula/concepts/exact_rule.hpp>
#include <regula/rules/all.hpp>

#include "support/no_three_equal.hpp"

#include <cstddef>
#include <span>

namespace {

using regula::token;
using good = regula::test::no_three_equal<6>;

struct no_states {
  static constexpr std::size_t cell_count = 6;
  static constexpr token alphabet         = 2;
  static constexpr std::size_t start() noexcept { return 0; }
  static constexpr std::size_t step(std::size_t, std::size_t s, token) noexcept { return s; }
  static constexpr bool accepts(std::size_t) noexcept { return true; }
};
struct zero_states : good {
  static constexpr std::size_t state_count = 0;
};
struct step_may_throw : good {
  static constexpr std::size_t step(std::size_t, std::size_t s, token) { return s; }
};
struct step_gives_an_int : good {
  static constexpr int step(std::size_t, std::size_t, token) noexcept { return 0; }
};
struct accepts_a_number : good {
  static constexpr std::size_t accepts(std::size_t) noexcept { return 1; }
};
struct start_not_const : good {
  std::size_t start() noexcept { return 0; }
};
struct weight_as_float : good {
  static constexpr float weight(std::size_t, std::size_t, token) noexcept { return 1; }
};
struct weighted : good {
  static constexpr double weight(std::size_t, std::size_t, token) noexcept { return 1; }
};

static_assert(regula::check_automaton<good>());
static_assert(regula::Automaton<good> && !regula::Rule<good>);
static_assert(regula::Rule<regula::automaton_rule<good>> && regula::Automaton<regula::automaton_rule<good>>);
static_assert(!regula::HasStates<no_states> && !regula::Automaton<no_states>);
static_assert(!regula::HasStates<zero_states> && !regula::Automaton<zero_states>);
static_assert(!regula::Steps<step_may_throw> && !regula::Automaton<step_may_throw>);
static_assert(!regula::Automaton<step_gives_an_int>);
static_assert(!regula::Automaton<accepts_a_number>);
static_assert(!regula::Automaton<start_not_const>);
static_assert(!regula::Automaton<int>);

static_assert(!regula::Weighs<good> && !regula::Weighs<weight_as_float> && regula::Weighs<weighted>);
static_assert(regula::StatesProbability<regula::automaton_rule<weighted>>);
static_assert(!regula::StatesProbability<regula::automaton_rule<good>>);

// The rules of the library.
static_assert(regula::Automaton<regula::group_parity<36, 3>> && !regula::Weighs<regula::group_parity<36, 3>>);
static_assert(regula::Automaton<regula::exact_k<36, 6>> && regula::Automaton<regula::row_k<6, 6, 3>>);
static_assert(regula::Automaton<regula::k_parity<20, 6>> && regula::Automaton<regula::row_only<6>>);
static_assert(regula::Weighs<regula::row_variable_k<6, 6, 1, 5>> && regula::Weighs<regula::global_k<6, 6, 1, 5>>);
static_assert(regula::StatesProbability<regula::row_variable_k<6, 6, 1, 5>>);
static_assert(regula::StatesProbability<regula::global_k<6, 6, 1, 5>>);
static_assert(regula::StatesProbability<regula::isotopy_latin_square<6>>);
static_assert(regula::Enumerable<regula::latin_square<4>> && regula::Enumerable<regula::sudoku<4, 2, 2>>);
static_assert(!regula::Enumerable<regula::latin_square<6>> && !regula::Enumerable<regula::isotopy_latin_square<4>>);
static_assert(!regula::Automaton<regula::latin_square<4>> && !regula::Enumerable<regula::group_parity<36, 3>>);

}  // namespace
