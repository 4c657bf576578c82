// SPDX-License-Identifier: MIT
#include <regula/oracles/next_token_entropy.hpp>
#include <regula/rules/all.hpp>

#include "support/golden_oracles.hpp"
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <string>

namespace {

using regula::next_token_entropy;

/// An automaton that accepts nothing.
struct never {
  static constexpr std::size_t cell_count = 2, state_count = 1;
  static constexpr regula::token alphabet = 2;
  static constexpr std::size_t start() noexcept { return 0; }
  static constexpr std::size_t step(std::size_t, std::size_t, regula::token) noexcept { return regula::no_state; }
  static constexpr bool accepts(std::size_t) noexcept { return true; }
};

TEST_CASE("next_token_entropy: the floors of the reference file, of automata and of tables") {
  auto const check = [](std::string const& name, auto const& rule) {
    CAPTURE(name);
    auto const found     = next_token_entropy(rule);
    auto const& expected = regula::test::golden_oracle("population", name).at("floors").at("next_token_per_cell");
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
      CHECK(std::abs(found[i] - expected[i].template get<double>()) < 1e-12);
  };
  check("group_parity_12_3", regula::group_parity<12, 3>{});
  check("exact_k_10_3", regula::exact_k<10, 3>{});
  check("row_k_3_4_2", regula::row_k<3, 4, 2>{});
  check("row_variable_k_3_4_0-2-4", regula::row_variable_k<3, 4, 0, 2, 4>{});
  check("global_k_3_4_1-2", regula::global_k<3, 4, 1, 2>{});
  check("both_group_parity_12_3__exact_k_12_6",
        regula::tabled(both(regula::group_parity<12, 3>{}, regula::exact_k<12, 6>{})));
  check("k_parity_8_1-4-6", regula::k_parity<8, 3>{{1, 4, 6}});
  check("latin_square_4", regula::latin_square<4>{});
  // The same rule as a table: with all boards alike, and with probabilities.
  check("exact_k_10_3", regula::tabled(regula::exact_k<10, 3>{}));
  check("row_variable_k_3_4_0-2-4", regula::tabled(regula::row_variable_k<3, 4, 0, 2, 4>{}));
}

TEST_CASE("next_token_entropy: a table in any order, its boards not alike") {
  regula::board_set<2> boards;
  for (auto const& board : {std::array<regula::token, 2>{1, 1}, {0, 0}, {1, 0}})
    boards.push_back(board);
  // x_0 is 1 in 5/8 of the boards; x_1 is 1 in 4/5 of these and never after 0.
  auto const found = next_token_entropy(regula::table_rule<2, 2>{boards, {0.5, 0.375, 0.125}});
  CHECK(found[0] == doctest::Approx(-0.625 * std::log(0.625) - 0.375 * std::log(0.375)));
  CHECK(found[1] == doctest::Approx(0.625 * (-0.8 * std::log(0.8) - 0.2 * std::log(0.2))));
}

TEST_CASE("next_token_entropy: a rule of many cells") {
  auto const found = next_token_entropy(regula::group_parity<1200, 3>{});
  for (std::size_t i = 0; i < found.size(); ++i)
    REQUIRE(std::abs(found[i] - (i % 3 == 2 ? 0 : std::numbers::ln2)) < 1e-12);
}

TEST_CASE("next_token_entropy: a rule without boards is refused") {
  CHECK_THROWS_WITH_AS((void)next_token_entropy(never{}),
                       "next_token_entropy: expected a rule with at least one board, got none",
                       regula::range_error);
}

}  // namespace
