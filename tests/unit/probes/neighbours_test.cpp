// SPDX-License-Identifier: MIT
#include <regula/probes/neighbours.hpp>
#include <regula/rules/all.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace {

using namespace regula;

template <std::size_t D>
std::size_t differing(cells<D> a, cells<D> b) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < D; ++i)
    n += a[i] != b[i];
  return n;
}

TEST_CASE("invalid_neighbour: the first cell and symbol that break the rule") {
  std::array<token, 6> const zeros{};
  CHECK(invalid_neighbour(group_parity<6, 3>{}, zeros) == std::array<token, 6>{1, 0, 0, 0, 0, 0});
  CHECK(invalid_neighbour(group_parity<6, 3>{}, zeros, 0) == std::array<token, 6>{0, 1, 0, 0, 0, 0});
  // One more is allowed, one less is not: counts 1 and 2 of one row.
  row_variable_k<1, 4, 1, 2> const counts;
  std::array<token, 4> const one{0, 0, 1, 0};
  CHECK(invalid_neighbour(counts, one) == std::array<token, 4>{0, 0, 0, 0});
  CHECK_FALSE(invalid_neighbour(row_variable_k<1, 4, 0, 1, 2, 3, 4>{}, one));
  // A symbol that stands in the row already.
  CHECK(invalid_neighbour(row_only<3>{}, std::array<token, 9>{0, 1, 2, 0, 1, 2, 0, 1, 2}) ==
        std::array<token, 9>{1, 1, 2, 0, 1, 2, 0, 1, 2});
}

TEST_CASE("novel_neighbour: at distance 1, at 2, and else the nearest held-out board") {
  data_split<6> data;
  std::array<token, 6> const ones{1, 1, 1, 1, 1, 1};
  group_parity<6, 3> const parity;
  CHECK(novel_neighbour(parity, ones, data) == std::array<token, 6>{0, 0, 1, 1, 1, 1});
  data.index_of_training.insert(std::array<token, 6>{0, 0, 1, 1, 1, 1});
  CHECK(novel_neighbour(parity, ones, data) == std::array<token, 6>{0, 1, 0, 1, 1, 1});
  CHECK(novel_neighbour(row_variable_k<1, 4, 1, 2>{}, std::array<token, 4>{0, 0, 1, 0}, {}) ==
        std::array<token, 4>{1, 0, 1, 0});
  // Latin squares differ in at least 4 cells.
  latin_square<4> const latin;
  auto const split = draw_split(latin, {.train = 40, .held_out = 300}, 2);
  for (std::size_t i = 0; i < 10; ++i) {
    auto const board = split.held_out[i];
    auto const found = novel_neighbour(latin, board, split);
    REQUIRE(found);
    CHECK(latin.holds(*found));
    CHECK_FALSE(split.index_of_training.contains(*found));
    std::size_t least = 16;
    for (auto const x : split.held_out)
      if (auto const d = differing<16>(x, board); d > 0) least = std::min(least, d);
    CHECK(differing<16>(*found, board) == least);
  }
  auto const trained_only = draw_split(latin, {.train = 40}, 2);
  CHECK_FALSE(novel_neighbour(latin, trained_only.training[0], trained_only));
}

TEST_CASE("training_neighbour: the first of the nearest other training boards") {
  data_split<4> data;
  group_parity<4, 2> const rule;
  std::array<token, 4> const board{1, 1, 1, 1};
  CHECK_FALSE(training_neighbour(rule, board, data));
  data.training.push_back(board);
  CHECK_FALSE(training_neighbour(rule, board, data));
  data.training.push_back(std::array<token, 4>{0, 0, 0, 0});
  data.training.push_back(std::array<token, 4>{0, 0, 1, 1});
  data.training.push_back(std::array<token, 4>{1, 1, 0, 0});
  CHECK(training_neighbour(rule, board, data) == std::array<token, 4>{0, 0, 1, 1});
}

}  // namespace
