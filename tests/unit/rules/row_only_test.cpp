// SPDX-License-Identifier: MIT
#include <regula/rules/row_only.hpp>

#include "support/golden_rules.hpp"
#include <doctest/doctest.h>

#include <array>

namespace {

using regula::token;

TEST_CASE("row_only: every reference rule") {
  regula::test::check_golden_rules("row_only", regula::row_only<4>{}, regula::row_only<6>{});
}

TEST_CASE("row_only: rows are permutations, columns need not be") {
  regula::row_only<3> const rule;
  CHECK(rule.holds(std::array<token, 9>{0, 1, 2, 0, 1, 2, 0, 1, 2}));
  CHECK_FALSE(rule.holds(std::array<token, 9>{0, 0, 0, 1, 1, 1, 2, 2, 2}));
  std::array<token, 9> const outside{0, 1, 2, 0, 3, 2, regula::no_token, 1, 2};
  CHECK(regula::test::verdicts_of(rule, outside) == std::array{true, false, false});
}

}  // namespace
