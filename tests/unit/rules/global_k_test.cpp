// SPDX-License-Identifier: MIT
#include <regula/rules/global_k.hpp>

#include "support/golden_rules.hpp"
#include <doctest/doctest.h>

#include <array>

namespace {

using regula::global_k;
using regula::token;

TEST_CASE("global_k: every reference rule") {
  regula::test::check_golden_rules(
      "global_k", global_k<6, 6, 1, 5>{}, global_k<6, 6, 2, 4>{}, global_k<3, 4, 1, 2>{}, global_k<2, 5, 1, 2, 4>{});
}

TEST_CASE("global_k: rows that are right one by one, but do not agree") {
  global_k<2, 3, 1, 2> const rule;
  std::array<token, 6> const uneven{1, 0, 0, 1, 1, 0};
  CHECK_FALSE(rule.holds(uneven));
  CHECK(rule.probability(uneven) == 0);
  CHECK(regula::test::verdicts_of(rule, uneven) == std::array{true, true, false});
  std::array<token, 6> const empty{0, 0, 0, 0, 0, 0};  // they agree on a count that is not in the list
  CHECK(regula::test::verdicts_of(rule, empty) == std::array{false, false, true});
}

TEST_CASE("global_k: each count is drawn alike, however many boards it has") {
  global_k<2, 3, 0, 1> const rule;
  CHECK(rule.probability(std::array<token, 6>{}) == doctest::Approx(1.0 / 2));
  CHECK(rule.probability(std::array<token, 6>{1, 0, 0, 0, 1, 0}) == doctest::Approx(1.0 / 18));
}

}  // namespace
