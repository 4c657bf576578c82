// SPDX-License-Identifier: MIT
#include <regula/rules/all.hpp>
#include <regula/testing/laws.hpp>

#include "support/golden_rules.hpp"
#include "support/palindrome.hpp"
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <type_traits>

namespace {

using regula::on_cells;
using regula::token;

TEST_CASE("on_cells: the rule on its cells, the others free") {
  auto const rule = on_cells<8>(regula::exact_k<3, 1>{}, {0, 3, 7});
  static_assert(regula::Automaton<std::remove_const_t<decltype(rule)>>);
  CHECK(rule.holds(std::array<token, 8>{1, 1, 1, 0, 1, 1, 1, 0}));
  CHECK_FALSE(rule.holds(std::array<token, 8>{1, 0, 0, 1, 0, 0, 0, 0}));
  CHECK_FALSE(rule.holds(std::array<token, 8>{1, 2, 1, 0, 1, 1, 1, 0}));  // outside the alphabet in a free cell
  CHECK(rule.population().exact == 3 * 32);
  CHECK(regula::laws::rule(rule).empty());
  CHECK(regula::describe(rule).text() == "on_cells{cells 8, places 0 3 7, exact_k{cells 3, k 1}}");
}

TEST_CASE("on_cells: measures, and rules that are no automata") {
  CHECK(regula::laws::rule(on_cells<7>(regula::row_variable_k<1, 4, 0, 2>{}, {1, 2, 5, 6}), {.draws = 8000}).empty());
  CHECK(regula::laws::rule(on_cells<10>(regula::latin_square<3>{}, {0, 1, 2, 3, 4, 5, 6, 7, 9})).empty());
  CHECK(regula::laws::rule(on_cells<8>(regula::test::palindrome<6>{}, {0, 1, 2, 5, 6, 7})).empty());
}

TEST_CASE("on_cells: two rules on two halves of a board") {
  auto const rule = regula::both(on_cells<12>(regula::exact_k<6, 2>{}, {0, 1, 2, 3, 4, 5}),
                                 on_cells<12>(regula::group_parity<6, 3>{}, {6, 7, 8, 9, 10, 11}));
  CHECK(rule.population().exact == 15 * 16);
  CHECK(regula::laws::rule(rule).empty());
}

TEST_CASE("on_cells: beyond 64 bits the logarithm is kept") {
  auto const rule = on_cells<100>(regula::exact_k<3, 1>{}, {0, 3, 7});
  CHECK_FALSE(rule.population().exact.has_value());
  CHECK(rule.population().log2 == doctest::Approx(97 + std::log2(3.0)).epsilon(1e-14));
}

TEST_CASE("on_cells: places that do not rise, or lie outside, are refused") {
  CHECK_THROWS_WITH_AS(
      (void)on_cells<8>(regula::exact_k<3, 1>{}, {0, 7, 3}), doctest::Contains("in rising order"), regula::range_error);
  CHECK_THROWS_WITH_AS(
      (void)on_cells<8>(regula::exact_k<3, 1>{}, {0, 3, 3}), doctest::Contains("none twice"), regula::range_error);
  CHECK_THROWS_WITH_AS(
      (void)on_cells<8>(regula::exact_k<3, 1>{}, {0, 3, 8}), doctest::Contains("below 8, got 8"), regula::range_error);
}

}  // namespace
