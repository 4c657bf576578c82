// SPDX-License-Identifier: MIT
#include <regula/data/board_set.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <ranges>
#include <vector>

namespace {

using regula::board_set;
using regula::token;

using board = std::array<token, 3>;

TEST_CASE("board_set: boards in the order in which they came, one after the other") {
  board_set<3> set;
  CHECK(set.empty());
  CHECK(set.begin() == set.end());
  set.reserve(2);
  set.push_back(board{1, 2, 3});
  set.push_back(board{4, 5, 6});
  set.push_back(board{1, 2, 3});
  CHECK(set.size() == 3);
  CHECK(std::ranges::equal(set[1], board{4, 5, 6}));
  CHECK(std::ranges::equal(set.tokens(), std::array<token, 9>{1, 2, 3, 4, 5, 6, 1, 2, 3}));
}

TEST_CASE("board_set: a range of boards") {
  static_assert(std::ranges::forward_range<board_set<3> const> && std::ranges::sized_range<board_set<3> const>);
  board_set<3> set;
  for (token t = 0; t < 5; ++t)
    set.push_back(board{t, t, t});
  std::vector<token> firsts;
  for (regula::cells<3> const x : set)
    firsts.push_back(x[0]);
  CHECK(firsts == std::vector<token>{0, 1, 2, 3, 4});
  CHECK(std::ranges::count_if(set, [](auto x) { return x[2] > 2; }) == 2);
}

TEST_CASE("board_set: a board of the set can be added to it while it moves") {
  board_set<3> set;
  set.push_back(board{7, 8, 9});
  for (int i = 0; i < 100; ++i)
    set.push_back(set[0]);
  CHECK(set.size() == 101);
  for (auto const x : set)
    CHECK(std::ranges::equal(x, board{7, 8, 9}));
}

TEST_CASE("board_set: a value, equal if all boards are") {
  board_set<3> set;
  set.push_back(board{1, 2, 3});
  auto copy = set;
  CHECK(copy == set);
  copy.push_back(board{1, 2, 3});
  CHECK(copy != set);
  CHECK(set.size() == 1);
}

}  // namespace
