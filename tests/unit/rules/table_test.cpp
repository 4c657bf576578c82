// SPDX-License-Identifier: MIT
#include <regula/oracles/population.hpp>
#include <regula/rules/all.hpp>
#include <regula/testing/laws.hpp>

#include "support/golden_oracles.hpp"
#include "support/palindrome.hpp"
#include <doctest/doctest.h>

#include <array>
#include <vector>

namespace {

using namespace regula;

TEST_CASE("tabled: what a user's rule cannot say of itself") {
  auto const rule = tabled(test::palindrome<6, 3>{});
  CHECK(rule.population().exact == 27);
  CHECK(laws::rule(rule).empty());
  std::vector<double> next(3);
  next_token_posterior(population{rule}, std::vector<token>{2, 0, 1, 1}, next);
  CHECK(next[0] == 1);
}

TEST_CASE("tabled: the table of an automaton says what the automaton says") {
  test::check_all_settings(population{tabled(exact_k<10, 3>{})}, test::golden_oracle("population", "exact_k_10_3"));
  test::check_all_settings(population{tabled(row_variable_k<3, 4, 0, 2, 4>{})},
                           test::golden_oracle("population", "row_variable_k_3_4_0-2-4"));
}

TEST_CASE("tabled: a measure that is not uniform is kept, and drawn") {
  auto const rule = tabled(row_variable_k<2, 4, 0, 1>{});
  CHECK(laws::rule(rule, {.draws = 10'000}).empty());
  CHECK(rule.probability(std::array<token, 8>{}) == doctest::Approx(0.25));
  CHECK(laws::rule(relabel(rule, {1, 0}), {.draws = 10'000}).empty());
}

TEST_CASE("table_rule: a list of boards") {
  board_set<3> boards;
  boards.push_back(std::array<token, 3>{0, 1, 2});
  boards.push_back(std::array<token, 3>{2, 2, 2});
  table_rule<3, 3> const rule{boards};
  CHECK(rule.holds(std::array<token, 3>{2, 2, 2}));
  CHECK_FALSE(rule.holds(std::array<token, 3>{2, 2, 1}));
  CHECK(laws::rule(rule).empty());
  CHECK(describe(rule).text().starts_with("table_rule{cells 3, alphabet 3, boards 2, hash "));
  stream rng{1, purpose::test, 0, 0};
  std::array<token, 3> x{};
  CHECK_THROWS_WITH_AS(
      (table_rule<3, 3>{board_set<3>{}}.draw(rng, x)), doctest::Contains("at least one board"), range_error);
  CHECK_THROWS_WITH_AS((table_rule<3, 2>{boards}), doctest::Contains("symbols below 2, got 2"), range_error);
  CHECK_THROWS_WITH_AS((table_rule<3, 3>{boards, {1.0}}),
                       doctest::Contains("expected 2 probabilities, one a board, got 1"),
                       range_error);
  CHECK_THROWS_WITH_AS((table_rule<3, 3>{boards, {0.5, 0.25}}), doctest::Contains("a sum of 1, got 0.75"), range_error);
  boards.push_back(std::array<token, 3>{2, 2, 2});
  CHECK_THROWS_WITH_AS((table_rule<3, 3>{boards}), doctest::Contains("1 of 3 are repeated"), range_error);
}

}  // namespace
