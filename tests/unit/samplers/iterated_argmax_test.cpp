// SPDX-License-Identifier: MIT
#include <regula/data/board_set.hpp>
#include <regula/oracles/empirical.hpp>
#include <regula/samplers/iterated_argmax.hpp>

#include "support/redrawn_views.hpp"
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace {

using namespace regula;

/// Says that every cell is one symbol higher than it stands, up to 4; remembers the noise level it was told.
struct climbing_view {
  double lambda = 0;
  void operator()(std::span<token const> z, double at, std::span<double> out) {
    lambda = at;
    std::ranges::fill(out, -1.0);
    for (std::size_t i = 0; i < z.size(); ++i)
      out[i * 5 + std::min<std::size_t>(4, z[i] + std::size_t{1})] = 0;
  }
};

TEST_CASE("iterated_argmax: all cells move at once until nothing changes") {
  climbing_view view;
  std::vector<token> z{0, 3, 4, 2, 1, 4};
  CHECK(iterated_argmax{}.restore(view, z, {{1, 3}, 1, 5}) == 5);  // four moves, and one that changes nothing
  CHECK(z == std::vector<token>(6, 4));
  CHECK(view.lambda == doctest::Approx(0.999e-5).epsilon(1e-5));
  z = {0, 3, 4};
  CHECK(iterated_argmax{.rounds = 2, .t = 0.5}.restore(view, z, {{1, 3}, 1, 5}) == 2);
  CHECK(z == std::vector<token>{2, 4, 4});
  CHECK(view.lambda == doctest::Approx(-std::log(0.5005)).epsilon(1e-12));
}

TEST_CASE("iterated_argmax: a corrupted board goes back to the nearest of two") {
  std::vector<token> const boards{0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2};
  board_set<6> training;
  training.push_back(std::span{boards}.first<6>());
  training.push_back(std::span{boards}.last<6>());
  empirical<6, 3> const oracle{training};
  std::vector<token> z{0, 1, 0, 0, 2, 0, 2, 2, 1, 2, 2, 0};
  CHECK(iterated_argmax{}.restore(test::leave_one_out_view(oracle), z, {{1, 6}, 1, 3}) == 2);
  CHECK(z == boards);
}

TEST_CASE("iterated_argmax: samples start from noise of their own streams") {
  climbing_view view;
  data_shape const shape{{1, 3}, 1, 5};
  stream_family const streams{3, purpose::sampler};
  iterated_argmax const once{.rounds = 1};
  auto const drawn = once.sample(view, 4, shape, streams);
  auto rngs        = streams_of(4, streams);
  auto start       = redrawn_boards(shape, rngs);
  for (token& v : start)
    v = std::min<token>(4, v + 1);
  CHECK(drawn == start);
  CHECK(once.sample(view, 0, shape, streams).empty());
}

TEST_CASE("iterated_argmax: settings and boards that cannot be meant are refused") {
  CHECK_NOTHROW(check(iterated_argmax{}));
  CHECK_THROWS_WITH_AS(
      check(iterated_argmax{.rounds = 0}), "iterated_argmax: expected at least 1 round, got 0", range_error);
  CHECK_THROWS_WITH_AS(check(iterated_argmax{.t = 0}), "iterated_argmax: expected t in (0, 1], got 0", range_error);
  CHECK_THROWS_AS(check(iterated_argmax{.eps = 0}), range_error);
  climbing_view view;
  std::vector<token> z{0, 5, 0};
  CHECK_THROWS_WITH_AS(iterated_argmax{}.restore(view, z, {{1, 3}, 1, 5}),
                       "iterated_argmax: expected symbols below 5, got 5",
                       range_error);
}

}  // namespace
