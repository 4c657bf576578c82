// SPDX-License-Identifier: MIT
#include <regula/data/data_hash.hpp>

#include <doctest/doctest.h>

#include <array>
#include <numeric>

namespace {

using regula::board_set;
using regula::data_hash;
using regula::token;

// The digits are those of the Python package xxhash for the tokens as little-endian 16-bit numbers.
TEST_CASE("data_hash: the published XXH3-128 of the tokens") {
  CHECK(data_hash(board_set<4>{}) == "99aa06d3014798d86001c324468d497f");

  board_set<4> one;
  one.push_back(std::array<token, 4>{0, 1, 1, 0});
  CHECK(data_hash(one) == "f8ced991edc8a5d684ba2da2ec15daa4");

  board_set<3> two;
  two.push_back(std::array<token, 3>{1, 0, regula::no_token});
  two.push_back(std::array<token, 3>{513, 7, 65534});
  CHECK(data_hash(two) == "589cb2726f2adb631a64f5cfd4b1f96d");

  std::array<token, 1000> counting;
  std::iota(counting.begin(), counting.end(), token{0});
  board_set<1000> long_board;
  long_board.push_back(counting);
  CHECK(data_hash(long_board) == "786262fee7c4299657f75391ec0623aa");
}

TEST_CASE("data_hash: another order or another cell gives another hash") {
  board_set<2> boards, swapped, other;
  boards.push_back(std::array<token, 2>{0, 1});
  boards.push_back(std::array<token, 2>{1, 1});
  swapped.push_back(boards[1]);
  swapped.push_back(boards[0]);
  other.push_back(boards[0]);
  other.push_back(std::array<token, 2>{1, 0});
  CHECK(data_hash(boards) != data_hash(swapped));
  CHECK(data_hash(boards) != data_hash(other));
}

}  // namespace
