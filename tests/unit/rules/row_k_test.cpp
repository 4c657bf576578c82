// SPDX-License-Identifier: MIT
#include <regula/random/stream.hpp>
#include <regula/rules/row_k.hpp>

#include "support/golden_rules.hpp"
#include <doctest/doctest.h>

#include <array>

namespace {

using regula::token;
using regula::test::check_golden_rules;

TEST_CASE("row_k: every reference rule") {
  check_golden_rules("row_k",
                     regula::row_k<6, 6, 2>{},
                     regula::row_k<6, 6, 3>{},
                     regula::row_k<3, 4, 2>{},
                     regula::row_k<4, 3, 1>{},
                     regula::row_k<2, 6, 3>{},
                     regula::row_k<16, 8, 4>{});
}

TEST_CASE("row_k: rows, not columns, and each row for itself") {
  regula::row_k<2, 3, 1> const rule;
  CHECK(rule.holds(std::array<token, 6>{1, 0, 0, 1, 0, 0}));
  std::array<token, 6> const uneven{1, 1, 0, 0, 0, 0};  // two symbols 1 in all, but not one a row
  CHECK_FALSE(rule.holds(uneven));
  CHECK(regula::test::verdicts_of(rule, std::array<token, 6>{1, 1, 0, 0, 0, 1}) == std::array{false, true});
}

TEST_CASE("row_k: a symbol outside the alphabet breaks its row and no other") {
  regula::row_k<2, 3, 1> const rule;
  for (token const outside : {token{2}, regula::no_token}) {
    std::array<token, 6> const board{1, outside, 0, 0, 1, 0};
    CHECK_FALSE(rule.holds(board));
    CHECK(regula::test::verdicts_of(rule, board) == std::array{false, true});
  }
}

TEST_CASE("row_k: states its board, and the record names rows, cols and k") {
  CHECK(regula::board_of<regula::row_k<2, 18, 9>>() == regula::extents{2, 18});
  CHECK(regula::describe(regula::row_k<3, 4, 2>{}).text() == "row_k{rows 3, cols 4, k 2}");
}

}  // namespace
