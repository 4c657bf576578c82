// SPDX-License-Identifier: MIT
#include <regula/data/nearest.hpp>
#include <regula/data/split.hpp>
#include <regula/error.hpp>
#include <regula/random/draws.hpp>
#include <regula/rules/group_parity.hpp>

#include "support/golden_states.hpp"
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <limits>
#include <vector>

namespace {

using regula::board_set;
using regula::cells;
using regula::nearest_boards;
using regula::neighbour;
using regula::no_token;
using regula::token;

/// Cell by cell, board by board.
template <std::size_t D>
std::vector<neighbour> looked_up(board_set<D> const& boards, board_set<D> const& samples, token alphabet) {
  std::vector<neighbour> out;
  for (cells<D> const x : samples) {
    neighbour best{0, std::numeric_limits<std::size_t>::max()};
    for (std::size_t b = 0; b < boards.size(); ++b) {
      std::size_t differ = 0;
      for (std::size_t c = 0; c < D; ++c)
        differ += x[c] != boards[b][c] || x[c] >= alphabet || boards[b][c] >= alphabet ? 1 : 0;
      if (differ < best.distance) best = {b, differ};
    }
    out.push_back(best);
  }
  return out;
}

/// Uniform boards; one cell in `rare` holds a symbol outside the alphabet.
template <std::size_t D>
board_set<D> boards_of(std::size_t count, token alphabet, std::uint32_t rare, std::uint64_t seed) {
  board_set<D> out;
  for (std::size_t i = 0; i < count; ++i) {
    regula::stream rng{seed, regula::purpose::test, 0, i};
    std::array<token, D> board;
    for (token& cell : board) {
      bool const is_odd = rare > 0 && regula::pick(rng, rare) == 0;
      cell              = regula::pick(rng, alphabet);
      if (is_odd) cell = regula::pick(rng, 2U) == 0 ? no_token : alphabet;
    }
    out.push_back(board);
  }
  return out;
}

TEST_CASE("nearest_boards: every stored evaluation") {
  regula::test::for_each_golden_evaluation([]<class E>(E const& stored) {
    INFO(regula::describe(stored.rule).text());
    using rule       = decltype(stored.rule);
    auto const found = nearest_boards<rule::cell_count>{stored.data.training, rule::alphabet}(stored.samples);
    for (std::size_t i = 0; i < found.size(); ++i) {
      CAPTURE(i);
      CHECK(found[i].distance == stored.expected.at("nearest_training")[i]);
      CHECK(found[i].index == stored.expected.at("nearest_index")[i]);
    }
  });
}

template <std::size_t D>
void check_sizes(token alphabet, std::uint32_t rare_in_boards) {
  CAPTURE(D);
  CAPTURE(alphabet);
  auto const samples = boards_of<D>(40, alphabet, 10, 2);
  for (std::size_t const count : {1U, 7U, 1024U, 1025U, 2500U}) {
    CAPTURE(count);
    auto const boards = boards_of<D>(count, alphabet, rare_in_boards, 1);
    CHECK(nearest_boards<D>{boards, alphabet}(samples) == looked_up(boards, samples, alphabet));
  }
}

TEST_CASE("nearest_boards: as looking at one cell after the other, for bits and for symbols") {
  check_sizes<1>(2, 0);  // many ties: the first board counts
  check_sizes<16>(2, 0);
  check_sizes<36>(2, 0);
  check_sizes<36>(2, 50);
  check_sizes<100>(2, 0);
  check_sizes<5>(3, 0);
  check_sizes<9>(4, 20);
  check_sizes<36>(6, 0);
}

TEST_CASE("nearest_boards: all cells differ") {
  board_set<40> zeros, ones;
  for (int i = 0; i < 3; ++i)
    zeros.push_back(std::array<token, 40>{});
  std::array<token, 40> board;
  board.fill(1);
  ones.push_back(board);
  CHECK(nearest_boards<40>{zeros, 2}(ones) == std::vector<neighbour>{{0, 40}});
  board.fill(no_token);
  ones.push_back(board);
  CHECK(nearest_boards<40>{ones, 3}(ones) ==
        std::vector<neighbour>{{0, 0}, {0, 40}});  // unknown is not equal to itself
}

TEST_CASE("nearest_boards: nothing to look in, nothing to look for") {
  CHECK_THROWS_WITH_AS(nearest_boards<4>(board_set<4>{}, 2),
                       "nearest_boards: expected at least one board, got none",
                       regula::range_error);
  CHECK(nearest_boards<4>{boards_of<4>(3, 2, 0, 1), 2}(board_set<4>{}).empty());
}

}  // namespace
