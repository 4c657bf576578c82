// SPDX-License-Identifier: MIT
#include <regula/random/stream.hpp>
#include <regula/rules/group_parity.hpp>

#include "support/golden_rules.hpp"
#include <doctest/doctest.h>

#include <array>

namespace {

using regula::token;
using regula::test::check_golden_rules;

TEST_CASE("group_parity: every reference rule") {
  check_golden_rules("group_parity",
                     regula::group_parity<36, 2>{},
                     regula::group_parity<36, 3>{},
                     regula::group_parity<36, 4>{},
                     regula::group_parity<36, 6>{},
                     regula::group_parity<36, 9>{},
                     regula::group_parity<36, 12>{},
                     regula::group_parity<36, 18>{},
                     regula::group_parity<36, 36>{},
                     regula::group_parity<4, 2>{},
                     regula::group_parity<5, 1>{},
                     regula::group_parity<6, 3>{},
                     regula::group_parity<8, 2>{},
                     regula::group_parity<8, 4>{},
                     regula::group_parity<9, 3>{},
                     regula::group_parity<12, 2>{},
                     regula::group_parity<12, 3>{},
                     regula::group_parity<12, 4>{},
                     regula::group_parity<12, 6>{},
                     regula::group_parity<12, 12>{},
                     regula::group_parity<15, 5>{},
                     regula::group_parity<16, 4>{},
                     regula::group_parity<24, 3>{},
                     regula::group_parity<64, 8>{},
                     regula::group_parity<100, 10>{},
                     regula::group_parity<128, 4>{},
                     regula::group_parity<144, 12>{});
}

TEST_CASE("group_parity: an even number of -1, symbol 0, in each group") {
  regula::group_parity<6, 3> const rule;
  CHECK(rule.holds(std::array<token, 6>{1, 1, 1, 0, 0, 1}));
  CHECK_FALSE(rule.holds(std::array<token, 6>{1, 1, 1, 0, 0, 0}));  // three -1: their product is -1
  CHECK_FALSE(rule.holds(std::array<token, 6>{1, 1, 0, 0, 1, 1}));  // right over the whole board, wrong in both groups
}

TEST_CASE("group_parity: a symbol outside the alphabet breaks its group and no other") {
  regula::group_parity<6, 3> const rule;
  for (token const outside : {token{2}, token{3}, regula::no_token})
    for (std::size_t cell = 0; cell < 6; ++cell) {
      std::array<token, 6> board{1, 1, 1, 1, 1, 1};
      board[cell] = outside;
      CHECK_FALSE(rule.holds(board));
      auto const verdicts = regula::test::verdicts_of(rule, board);
      CHECK(verdicts[0] == (cell >= 3));
      CHECK(verdicts[1] == (cell < 3));
    }
}

TEST_CASE("group_parity: groups of one cell leave a single board") {
  regula::stream rng{1, regula::purpose::test, 0, 0};
  std::array<token, 5> board{};
  regula::group_parity<5, 1>{}.draw(rng, board);
  CHECK(board == std::array<token, 5>{1, 1, 1, 1, 1});
}

TEST_CASE("group_parity: the record names cells and group") {
  CHECK(regula::describe(regula::group_parity<36, 3>{}).text() == "group_parity{cells 36, group 3}");
}

}  // namespace
