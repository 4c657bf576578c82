// SPDX-License-Identifier: MIT
#include <regula/rules/all.hpp>
#include <regula/testing/laws.hpp>

#include "support/golden_rules.hpp"
#include "support/palindrome.hpp"
#include <doctest/doctest.h>

#include <array>
#include <type_traits>

namespace {

using regula::relabel;
using regula::token;

TEST_CASE("relabel: an automaton, its clauses, population and measure") {
  auto const rule = relabel(regula::row_variable_k<3, 4, 1>{}, {1, 0});  // one symbol 0 a row
  static_assert(regula::Weighs<std::remove_const_t<decltype(rule)>>);
  std::array<token, 12> const x{1, 0, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1};
  CHECK(regula::test::verdicts_of(rule, x) == std::array{true, true, false});
  CHECK(rule.population().exact == 64);
  CHECK(regula::laws::rule(rule, {.draws = 10'000}).empty());
  CHECK(regula::laws::rule(relabel(regula::row_variable_k<2, 5, 0, 2>{}, {1, 0}), {.draws = 10'000}).empty());
  CHECK(regula::describe(rule).text() == "relabel{names 1 0, row_variable_k{rows 3, cols 4, counts 1}}");
}

TEST_CASE("relabel: a table, and a rule that is neither") {
  auto const squares = relabel(regula::latin_square<3>{}, {2, 0, 1});
  static_assert(regula::Enumerable<std::remove_const_t<decltype(squares)>>);
  CHECK(regula::laws::rule(squares).empty());
  // Rows in order become rows 2 0 1.
  auto const ordered = relabel(regula::sudoku<4, 2, 2>{}, {1, 2, 3, 0});
  CHECK(regula::laws::rule(ordered).empty());
  CHECK(regula::laws::rule(relabel(regula::test::palindrome<6, 3>{}, {1, 2, 0})).empty());
}

TEST_CASE("relabel: the names say what a symbol is called") {
  // Exactly two cells hold symbol 1, called 0.
  auto const rule = relabel(regula::exact_k<4, 1>{}, {1, 0});
  CHECK(rule.holds(std::array<token, 4>{1, 1, 0, 1}));
  CHECK_FALSE(rule.holds(std::array<token, 4>{0, 0, 1, 0}));
  CHECK_FALSE(rule.holds(std::array<token, 4>{1, 1, 0, 2}));
}

/// Four symbols of three that never fall: an automaton whose symbols are not alike.
struct never_falls {
  static constexpr std::size_t cell_count = 4, state_count = 3;
  static constexpr token alphabet = 3;
  static constexpr std::size_t start() noexcept { return 0; }
  static constexpr std::size_t step(std::size_t, std::size_t last, token v) noexcept {
    return v < last ? regula::no_state : v;
  }
  static constexpr bool accepts(std::size_t) noexcept { return true; }
};

TEST_CASE("relabel: an automaton of three symbols") {
  auto const rule = relabel(regula::automaton_rule{never_falls{}}, {1, 2, 0});
  CHECK(rule.holds(std::array<token, 4>{1, 2, 2, 0}));  // 0 1 1 2
  CHECK_FALSE(rule.holds(std::array<token, 4>{0, 1, 2, 2}));
  CHECK(rule.population().exact == 15);
  CHECK(regula::laws::rule(rule).empty());
}

TEST_CASE("relabel: names that are no permutation are refused") {
  CHECK_THROWS_WITH_AS((void)relabel(regula::latin_square<3>{}, {0, 1, 1}),
                       doctest::Contains("symbol 2 is called 1"),
                       regula::range_error);
  CHECK_THROWS_WITH_AS((void)relabel(regula::latin_square<3>{}, {0, 3, 1}),
                       doctest::Contains("symbol 1 is called 3"),
                       regula::range_error);
}

}  // namespace
