// SPDX-License-Identifier: MIT
#include <regula/concepts/rule.hpp>
#include <regula/random/stream.hpp>

#include "support/palindrome.hpp"
#include <doctest/doctest.h>

#include <array>
#include <type_traits>

namespace {

using regula::test::palindrome;

TEST_CASE("rule: a user's struct with the four members is a Rule, without base class or registration") {
  static_assert(regula::Rule<palindrome<16>>);
  static_assert(regula::check_rule<palindrome<16>>());
  static_assert(std::is_empty_v<palindrome<16>>);

  palindrome<6> const rule;
  CHECK(rule.holds(std::array<regula::token, 6>{1, 0, 1, 1, 0, 1}));
  CHECK_FALSE(rule.holds(std::array<regula::token, 6>{1, 0, 1, 1, 1, 1}));
}

TEST_CASE("rule: a draw fills the cells it is given") {
  regula::stream rng{7, regula::purpose::test, 0, 0};
  for (int i = 0; i < 100; ++i) {
    std::array<regula::token, 6> board;
    board.fill(regula::no_token);
    palindrome<6>{}.draw(rng, board);
    CHECK(palindrome<6>{}.holds(board));
    for (regula::token const t : board)
      CHECK(t < 2);
  }
}

TEST_CASE("rule: no_token is beyond every alphabet") {
  static_assert(std::is_same_v<regula::token, std::uint16_t>);
  CHECK(regula::no_token == 65535);
}

}  // namespace
