// SPDX-License-Identifier: MIT
#include <regula/data/board_index.hpp>
#include <regula/random/stream.hpp>
#include <regula/rules/isotopy_latin_square.hpp>
#include <regula/rules/sudoku.hpp>
#include <regula/testing/laws.hpp>

#include "support/chi_square.hpp"
#include "support/golden_rules.hpp"
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace {

using regula::sudoku;
using regula::token;

template <regula::Rule R>
std::array<token, R::cell_count> drawn(R const& rule, std::uint64_t i) {
  std::array<token, R::cell_count> x;
  x.fill(regula::no_token);
  regula::stream rng{15, regula::purpose::test, 0, i};
  rule.draw(rng, x);
  return x;
}

TEST_CASE("sudoku: every reference rule") {
  regula::test::check_golden_rules("sudoku", sudoku<4, 2, 2>{}, sudoku<6, 2, 3>{}, sudoku<9, 3, 3>{});
}

TEST_CASE("sudoku: boards with a fixed first row, from the literature; boxes can lie or stand") {
  CHECK((regula::detail::table_of_first_rows<sudoku<4, 2, 2>::boxes>().size() == 12));
  CHECK((regula::detail::table_of_first_rows<sudoku<6, 2, 3>::boxes>().size() == 39'168));
  CHECK((regula::detail::table_of_first_rows<sudoku<6, 3, 2>::boxes>().size() == 39'168));
}

TEST_CASE("sudoku: boxes are counted row by row") {
  sudoku<6, 2, 3> const rule;
  auto board = drawn(rule, 0);
  CHECK(rule.holds(board));
  std::swap(board[0], board[2]);  // within row 0 and box 0: breaks columns 0 and 2
  auto const verdicts = regula::test::verdicts_of(rule, board);
  for (std::size_t i = 0; i < 6; ++i) {
    CHECK(verdicts[i]);
    CHECK(verdicts[6 + i] == (i != 0 && i != 2));
    CHECK(verdicts[12 + i]);
  }
  std::swap(board[0], board[2]);
  board[4 * 6 + 5] = regula::no_token;  // row 4, column 5, the last box
  CHECK_FALSE(regula::test::verdicts_of(rule, board)[12 + 5]);
  CHECK(regula::test::verdicts_of(rule, board)[12 + 4]);
}

TEST_CASE("sudoku: order 4 is drawn uniformly, and its table lists all boards") {
  CHECK(regula::laws::rule(sudoku<4, 2, 2>{}).empty());
  regula::board_index<16> const all{sudoku<4, 2, 2>{}.boards()};
  CHECK(all.distinct() == 288);
  std::vector<std::size_t> counts(288);
  for (std::uint64_t i = 0; i < 20'000; ++i)
    ++counts[all.find(drawn(sudoku<4, 2, 2>{}, i)).value()];
  CHECK(regula::test::excess_of(counts) < 5);
}

// 3/272 of all boards of order 6 are isotopes of the cyclic square (tests/golden/rules.json).
TEST_CASE("sudoku: uniform draws of order 6 are isotopes of the cyclic square as often as they should be") {
  std::size_t n     = 0;
  double const rate = 3.0 / 272, draws = 20'000;
  for (std::uint64_t i = 0; i < 20'000; ++i)
    n += regula::isotopy_latin_square<6>{}.is_isotope_of_cyclic(drawn(sudoku<6, 2, 3>{}, i)) ? 1 : 0;
  CHECK(std::abs(static_cast<double>(n) / draws - rate) < 4 * std::sqrt(rate / draws));
}

TEST_CASE("sudoku: the search reaches all boards of order 4 alike") {
  regula::board_index<16> const all{sudoku<4, 2, 2>{}.boards()};
  std::vector<std::size_t> counts(288);
  std::array<token, 16> x;
  for (std::uint64_t i = 0; i < 6000; ++i) {
    regula::stream rng{16, regula::purpose::test, 0, i};
    regula::detail::draw_by_search<sudoku<4, 2, 2>::boxes>(rng, x);
    ++counts[all.find(x).value()];
  }
  CHECK(regula::test::excess_of(counts) < 5);
}

TEST_CASE("sudoku: 9 x 9 and 8 x 8 boards are valid and different, and a symbol is anywhere alike") {
  regula::board_index<81> seen;
  std::vector<std::size_t> counts(9);
  for (std::uint64_t i = 0; i < 1000; ++i) {
    auto const x = drawn(sudoku<9, 3, 3>{}, i);
    REQUIRE((sudoku<9, 3, 3>{}.holds(x)));
    seen.insert(x);
    ++counts[x[40]];
  }
  CHECK(seen.distinct() == 1000);
  CHECK(regula::test::excess_of(counts) < 5);
  CHECK((sudoku<8, 2, 4>{}.holds(drawn(sudoku<8, 2, 4>{}, 0))));
}

}  // namespace
