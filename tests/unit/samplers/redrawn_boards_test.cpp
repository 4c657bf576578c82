// SPDX-License-Identifier: MIT
#include <regula/samplers/redrawn_boards.hpp>

#include "support/redrawn_views.hpp"
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace {

using namespace regula;

static_assert(PredictsRedrawn<test::fixed_view>);
static_assert(!PredictsRedrawn<int>);

TEST_CASE("redrawn_boards: uniform symbols, board by board from its own stream") {
  data_shape const shape{{2, 3}, 1, 5};
  stream_family const family{3, purpose::test};
  auto many = streams_of(2000, family), few = streams_of(2, family);
  auto const boards = redrawn_boards(shape, many);
  REQUIRE(boards.size() == 12'000);
  auto const first = redrawn_boards(shape, few);
  CHECK(std::equal(first.begin(), first.end(), boards.begin()));
  std::vector<double> seen(5);
  for (token const v : boards)
    ++seen.at(v);
  for (double const n : seen)
    CHECK(std::abs(n - 2400) < 4 * std::sqrt(2400 * 0.8));
}

TEST_CASE("redrawn: a symbol is kept with probability alpha, else any symbol, itself among them") {
  stream rng{8, purpose::test, 0, 0};
  auto const level = redrawn_level::of(0.6);
  std::vector<double> seen(4);
  for (int k = 0; k < 20'000; ++k)
    ++seen.at(redrawn(2, level, 4, rng));
  for (std::size_t v = 0; v < 4; ++v) {
    double const p = v == 2 ? 0.7 : 0.1;
    CHECK(std::abs(seen[v] - 20'000 * p) < 4 * std::sqrt(20'000 * p * (1 - p)));
  }
}

TEST_CASE("redrawn_boards: parts of a board and other symbols are refused in the name of who asks") {
  data_shape const shape{{1, 3}, 1, 2};
  CHECK_NOTHROW(require_redrawn_boards(std::vector<token>{0, 1, 1, 0, 0, 0}, shape, "reverse"));
  CHECK_THROWS_WITH_AS(require_redrawn_boards(std::vector<token>{0, 1}, shape, "reverse"),
                       "reverse: expected whole boards of 3 cells, got 2 symbols",
                       shape_error);
  CHECK_THROWS_WITH_AS(require_redrawn_boards(std::vector<token>{0, 1, 2}, shape, "reverse"),
                       "reverse: expected symbols below 2, got 2",
                       range_error);
}

TEST_CASE("redrawn_boards: predictions of many symbols come in parts, each with its own boards") {
  data_shape const shape{{1, 4}, 1, 60'000};  // 34 boards at once
  std::vector<token> z(100 * 4);
  for (std::size_t i = 0; i < z.size(); ++i)
    z[i] = static_cast<token>(i);
  auto own = [](std::span<token const> boards, double lambda, std::span<double> out) {
    for (std::size_t i = 0; i < boards.size(); ++i)
      out[i * 60'000] = lambda + boards[i];
  };
  std::size_t done = 0, calls = 0;
  for_each_prediction(own, z, 0.5, shape, [&](auto some, auto log_x, std::size_t first) {
    CHECK(first * 4 == done);
    CHECK(log_x.size() == some.size() * 60'000);
    for (std::size_t i = 0; i < some.size(); ++i)
      CHECK(log_x[i * 60'000] == 0.5 + static_cast<double>(done + i));
    done += some.size();
    ++calls;
  });
  CHECK(done == 400);
  CHECK(calls == 3);
}

}  // namespace
