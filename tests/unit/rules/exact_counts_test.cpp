// SPDX-License-Identifier: MIT
#include <regula/oracles/population.hpp>
#include <regula/random/draws.hpp>
#include <regula/rules/all.hpp>
#include <regula/rules/exact_counts.hpp>
#include <regula/testing/detail/examined_rule.hpp>

#include "support/no_three_equal.hpp"
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace {

using regula::board_at;
using regula::cells;
using regula::count_boards;
using regula::count_symbols;
using regula::no_token;
using regula::token;

template <std::size_t D>
using board = std::array<token, D>;

template <std::size_t D>
consteval board<D> hidden() {
  return regula::detail::hidden_cells<D>();
}

// Group parity: what a group shows leaves half of the rest; with one cell hidden it leaves nothing.
constexpr regula::group_parity<6, 3> parity;
constexpr board<6> seen{1, no_token, no_token, 0, 1, no_token};
static_assert(count_boards(parity, seen) == 2);
static_assert(count_symbols(parity, seen)->boards == 2);
static_assert(count_symbols(parity, seen)->of[0] == std::array<std::uint64_t, 2>{0, 2});
static_assert(count_symbols(parity, seen)->of[1] == std::array<std::uint64_t, 2>{1, 1});
static_assert(count_symbols(parity, seen)->of[5] == std::array<std::uint64_t, 2>{2, 0});
static_assert(count_symbols(parity, seen)->share(5, 0) == 1);

// The paper's boards: 36 cells, 2^24 boards; both symbols of a cell equally often.
static_assert(count_symbols(regula::group_parity<36, 3>{}, hidden<36>())->boards == 1U << 24);
static_assert(count_symbols(regula::group_parity<36, 3>{}, hidden<36>())->of[17][1] == 1U << 23);

// Exactly K: given a symbols 1 among b visible cells, a hidden cell is 1 with probability (K - a) / (D - b).
constexpr board<12> two_of_five{1, 0, 0, 1, 0, no_token, no_token, no_token, no_token, no_token, no_token, no_token};
constexpr auto left = count_symbols(regula::exact_k<12, 6>{}, two_of_five);
static_assert(left->boards == 35);                           // C(7, 4)
static_assert(left->of[9][1] * 7 == left->boards * 4);       // a conditional as a ratio of whole numbers
static_assert(left->of[3][1] == 35 && left->of[3][0] == 0);  // what is visible
static_assert(count_symbols(regula::exact_k<12, 1>{}, two_of_five)->boards == 0);

// k-parity: the label is fair as long as a secret bit is hidden.
constexpr regula::k_parity<4, 2> secret{{0, 2}};
static_assert(count_symbols(secret, board<5>{1, 0, no_token, 1, no_token})->of[4] ==
              std::array<std::uint64_t, 2>{1, 1});
static_assert(count_symbols(secret, board<5>{1, no_token, 0, no_token, no_token})->of[4] ==
              std::array<std::uint64_t, 2>{4, 0});

// Three symbols: permutations in rows.
static_assert(count_symbols(regula::row_only<3>{}, hidden<9>())->boards == 216);
static_assert(count_symbols(regula::row_only<3>{}, board<9>{0, no_token, no_token, 7, 7, 7, 7, 7, 7})->boards == 0);
static_assert(count_symbols(regula::row_only<3>{}, board<9>{0, no_token, no_token, 0, 1, 2, 2, 0, 1})->of[1] ==
              std::array<std::uint64_t, 3>{0, 1, 1});

// An automaton of one's own, and Fibonacci numbers: after 0 0 come strings of 8 that start with 1, F(9).
static_assert(count_boards(regula::test::no_three_equal<10>{}, hidden<10>()) == 178);
constexpr board<10> zeros{0, 0, no_token, no_token, no_token, no_token, no_token, no_token, no_token, no_token};
static_assert(count_symbols(regula::test::no_three_equal<10>{}, zeros)->of[2][0] == 0);
static_assert(count_boards(regula::test::no_three_equal<10>{}, zeros) == 34);

// Beyond 64 bits there is nothing; what is visible may bring a count back.
static_assert(!count_symbols(regula::group_parity<128, 4>{}, hidden<128>()).has_value());
static_assert(!count_boards(regula::group_parity<128, 4>{}, hidden<128>()).has_value());
constexpr auto half_zero = [] {
  auto x = hidden<128>();
  for (std::size_t i = 0; i < 64; ++i)
    x[i] = 0;
  return x;
}();
static_assert(count_symbols(regula::group_parity<128, 4>{}, half_zero)->boards == std::uint64_t{1} << 48);
static_assert(count_symbols(regula::group_parity<128, 4>{}, half_zero)->of[127][0] == std::uint64_t{1} << 47);

// Boards by number.
static_assert(board_at(regula::exact_k<4, 2>{}, 0) == board<4>{0, 0, 1, 1});
static_assert(board_at(regula::exact_k<4, 2>{}, 5) == board<4>{1, 1, 0, 0});
static_assert(board_at(regula::exact_k<4, 2>{}, 1, board<4>{1, no_token, no_token, no_token}) == board<4>{1, 0, 1, 0});
static_assert(regula::group_parity<36, 6>{}.holds(board_at(regula::group_parity<36, 6>{}, 123'456'789)));

/// Counts by looking at all boards.
template <class R>
void check_by_enumeration(R const& rule) {
  constexpr std::size_t D = R::cell_count;
  INFO(regula::describe(rule).text());
  for (std::uint64_t q = 0; q < 20; ++q) {
    regula::stream rng{5, regula::purpose::test, 0, q};
    board<D> visible;
    for (token& cell : visible)
      cell = regula::pick(rng, 3U) == 0 ? regula::pick(rng, token{R::alphabet}) : no_token;
    regula::symbol_counts<D, R::alphabet> expected;
    std::uint64_t place = 0;
    bool in_order       = true;
    regula::laws::detail::for_each_board<D>(R::alphabet, [&](cells<D> x) {
      for (std::size_t i = 0; i < D; ++i)
        if (visible[i] != no_token && visible[i] != x[i]) return;
      if (!rule.holds(x)) return;
      ++expected.boards;
      for (std::size_t i = 0; i < D; ++i)
        ++expected.of[i][x[i]];
      in_order = in_order && std::ranges::equal(board_at(rule, place++, visible), x);
    });
    CHECK(count_symbols(rule, visible) == expected);
    CHECK(in_order);
    CHECK(regula::count_completions(rule, visible).exact == expected.boards);
    CHECK_THROWS_AS((void)board_at(rule, expected.boards, visible), regula::range_error);
  }
}

TEST_CASE("count_symbols, board_at: as looking at all boards, for any visible cells") {
  check_by_enumeration(parity);
  check_by_enumeration(regula::exact_k<10, 4>{});
  check_by_enumeration(regula::row_variable_k<2, 5, 1, 4>{});
  check_by_enumeration(regula::global_k<3, 3, 1, 2>{});
  check_by_enumeration(regula::row_only<3>{});
  check_by_enumeration(regula::k_parity<7, 3>{{0, 3, 6}});
  check_by_enumeration(regula::automaton_rule{regula::test::no_three_equal<9>{}});
  check_by_enumeration(regula::both(regula::group_parity<12, 3>{}, regula::exact_k<12, 6>{}));
}

TEST_CASE("count_symbols: shares, and none where nothing agrees") {
  CHECK(left->share(9, 1) == 4.0 / 7);
  CHECK(std::isnan(count_symbols(regula::exact_k<12, 1>{}, two_of_five)->share(9, 1)));
}

TEST_CASE("count_symbols: 2^64 - 1 boards are still counted, counts beyond are not") {
  // C(67, 33) is the largest binomial of its row below 2^64; C(68, 34) is above it.
  auto const counts = count_symbols(regula::exact_k<67, 33>{}, hidden<67>());
  REQUIRE(counts.has_value());
  CHECK(std::to_string(counts->boards) == "14226520737620288370");
  CHECK(counts->of[66][1] == std::uint64_t{7007092303604022630U});  // C(66, 32)
  CHECK_FALSE(count_symbols(regula::exact_k<68, 34>{}, hidden<68>()).has_value());
  CHECK_THROWS_WITH_AS((void)board_at(regula::exact_k<68, 34>{}, 0),
                       "board_at: expected boards whose number fits 64 bits",
                       regula::range_error);
  CHECK_THROWS_WITH_AS(
      (void)board_at(parity, 16), "board_at: expected a place below the number of boards", regula::range_error);
}

}  // namespace
