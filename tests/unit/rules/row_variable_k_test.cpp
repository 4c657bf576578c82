// SPDX-License-Identifier: MIT
#include <regula/rules/group_parity.hpp>
#include <regula/rules/row_variable_k.hpp>

#include "support/golden_rules.hpp"
#include <doctest/doctest.h>

#include <array>

namespace {

using regula::row_variable_k;
using regula::token;

TEST_CASE("row_variable_k: every reference rule") {
  regula::test::check_golden_rules("row_variable_k",
                                   row_variable_k<6, 6, 1, 5>{},
                                   row_variable_k<6, 6, 3, 4>{},
                                   row_variable_k<6, 6, 0, 2, 4, 6>{},
                                   row_variable_k<6, 6, 3, 4, 5, 6>{},
                                   row_variable_k<3, 4, 1, 3>{},
                                   row_variable_k<3, 4, 0, 2, 4>{},
                                   row_variable_k<2, 5, 0, 2, 5>{});
}

TEST_CASE("row_variable_k: the support of an even parity with another measure") {
  row_variable_k<1, 6, 0, 2, 4, 6> const rule;
  std::array<token, 6> const empty{0, 0, 0, 0, 0, 0}, two{1, 0, 0, 1, 0, 0};
  CHECK(rule.probability(empty) == doctest::Approx(1.0 / 4));
  CHECK(rule.probability(two) == doctest::Approx(1.0 / 60));
  CHECK(rule.population().exact == regula::group_parity<6, 6>{}.population().exact);
}

TEST_CASE("row_variable_k: a symbol outside the alphabet breaks its row and no other") {
  row_variable_k<2, 3, 1, 2> const rule;
  std::array<token, 6> const board{1, regula::no_token, 0, 0, 1, 0};
  CHECK_FALSE(rule.holds(board));
  CHECK(rule.probability(board) == 0);
  CHECK(regula::test::verdicts_of(rule, board) == std::array{false, true});
}

}  // namespace
