// SPDX-License-Identifier: MIT
#include <regula/data/board_index.hpp>
#include <regula/random/draws.hpp>
#include <regula/random/stream.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <vector>

namespace {

using regula::board_index;
using regula::board_set;
using regula::token;

using board = std::array<token, 3>;

TEST_CASE("board_index: an empty one contains nothing") {
  board_index<3> const index;
  CHECK(index.size() == 0);
  CHECK_FALSE(index.contains(board{0, 0, 0}));
  CHECK_FALSE(board_index<3>{board_set<3>{}}.contains(board{0, 0, 0}));
}

TEST_CASE("board_index: finds the first board that equals") {
  board_set<3> set;
  set.push_back(board{1, 0, 0});
  set.push_back(board{0, 1, 0});
  set.push_back(board{1, 0, 0});
  set.push_back(board{0, 0, 1});
  board_index<3> const index{set};
  CHECK(index.find(board{1, 0, 0}) == 0);
  CHECK(index.find(board{0, 1, 0}) == 1);
  CHECK(index.find(board{0, 0, 1}) == 3);
  CHECK(index.find(board{1, 1, 0}) == std::nullopt);
  CHECK(index.find(board{1, 0, regula::no_token}) == std::nullopt);
  CHECK(index.size() == 4);
  CHECK(index.distinct() == 3);
  CHECK(index.boards() == set);
}

TEST_CASE("board_index: grown one by one, insert says whether the board is there already") {
  board_index<3> index;
  CHECK(index.insert(board{1, 2, 3}));
  CHECK(index.insert(board{3, 2, 1}));
  CHECK_FALSE(index.insert(board{1, 2, 3}));
  CHECK(index.insert(board{2, 2, 2}));
  CHECK(index.find(board{2, 2, 2}) == 3);
  CHECK_FALSE(index.insert(index.boards()[1]));  // a view into the index itself
  CHECK(index.size() == 5);
}

TEST_CASE("board_index: agrees with an ordered map on boards with many repetitions, through every growth") {
  board_index<3> index;
  std::map<std::vector<token>, std::size_t> map;
  regula::stream rng{1, regula::purpose::test, 0, 0};
  for (std::size_t i = 0; i < 3000; ++i) {
    board x;
    for (token& cell : x)
      cell = regula::pick(rng, token{12});
    std::vector<token> const key(x.begin(), x.end());
    auto const at = map.find(key);
    CHECK(index.find(x) == (at == map.end() ? std::nullopt : std::optional{at->second}));
    bool const is_first = map.emplace(key, i).second;
    CHECK(index.insert(x) == is_first);
  }
  CHECK(index.distinct() == map.size());
}

TEST_CASE("board_index: 65,536 boards of 36 cells, every one found at its place and no neighbour") {
  board_set<36> set;
  std::array<token, 36> x{};
  for (std::size_t i = 0; i < 65'536; ++i) {
    for (std::size_t bit = 0; bit < 16; ++bit)
      x[2 * bit] = i >> bit & 1;
    set.push_back(x);
  }
  board_index<36> const index{set};
  REQUIRE(index.distinct() == 65'536);
  for (std::size_t i = 0; i < set.size(); ++i) {
    std::ranges::copy(set[i], x.begin());
    REQUIRE(index.find(x) == i);
    x[35] = 1;
    REQUIRE_FALSE(index.contains(x));
  }
}

TEST_CASE("board_index: a copy is free of the original") {
  board_index<3> index;
  index.insert(board{1, 2, 3});
  auto copy = index;
  copy.insert(board{4, 5, 6});
  CHECK(copy.contains(board{4, 5, 6}));
  CHECK_FALSE(index.contains(board{4, 5, 6}));
}

}  // namespace
