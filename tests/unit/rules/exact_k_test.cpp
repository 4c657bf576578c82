// SPDX-License-Identifier: MIT
#include <regula/random/stream.hpp>
#include <regula/rules/exact_k.hpp>

#include "support/golden_rules.hpp"
#include <doctest/doctest.h>

#include <array>

namespace {

using regula::token;
using regula::test::check_golden_rules;

TEST_CASE("exact_k: every reference rule") {
  check_golden_rules("exact_k",
                     regula::exact_k<36, 3>{},
                     regula::exact_k<36, 4>{},
                     regula::exact_k<36, 6>{},
                     regula::exact_k<36, 8>{},
                     regula::exact_k<36, 9>{},
                     regula::exact_k<36, 12>{},
                     regula::exact_k<36, 18>{},
                     regula::exact_k<6, 6>{},
                     regula::exact_k<8, 0>{},
                     regula::exact_k<10, 3>{},
                     regula::exact_k<12, 6>{},
                     regula::exact_k<64, 32>{},
                     regula::exact_k<100, 50>{});
}

TEST_CASE("exact_k: a symbol outside the alphabet is neither a 0 nor a 1") {
  regula::exact_k<4, 2> const rule;
  CHECK(rule.holds(std::array<token, 4>{1, 0, 0, 1}));
  for (token const outside : {token{2}, token{3}, regula::no_token}) {
    CHECK_FALSE(rule.holds(std::array<token, 4>{1, outside, 0, 1}));
    CHECK_FALSE(rule.holds(std::array<token, 4>{1, 0, 0, outside}));
    CHECK_FALSE(regula::test::verdicts_of(rule, std::array<token, 4>{1, outside, 0, 1})[0]);
  }
}

TEST_CASE("exact_k: a draw writes every cell") {
  regula::stream rng{1, regula::purpose::test, 0, 0};
  std::array<token, 7> board;
  board.fill(regula::no_token);
  regula::exact_k<7, 3>{}.draw(rng, board);
  CHECK(regula::exact_k<7, 3>{}.holds(board));
}

TEST_CASE("exact_k: the record names cells and k") {
  CHECK(regula::describe(regula::exact_k<36, 6>{}).text() == "exact_k{cells 36, k 6}");
}

}  // namespace
