// SPDX-License-Identifier: MIT
#include <regula/data/split.hpp>
#include <regula/oracles/empirical.hpp>
#include <regula/oracles/independent.hpp>
#include <regula/oracles/population.hpp>
#include <regula/rules/group_parity.hpp>
#include <regula/samplers/reverse.hpp>

#include "support/redrawn_views.hpp"
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace {

using namespace regula;

TEST_CASE("reverse: boards join the grid of 1000 steps at any time") {
  reverse const sampler;
  auto const grid = sampler.times();
  REQUIRE(grid.size() == 1001);
  CHECK(grid.front() == 1);
  CHECK(grid.back() == 1e-5);
  CHECK(grid[250] == doctest::Approx(1 - 0.25 * (1 - 1e-5)).epsilon(1e-15));
  struct row {
    double start;
    std::size_t steps;
  };
  for (auto const [start, steps] : {row{0.05, 50}, row{0.1, 100}, row{0.25, 250}, row{0.5, 500}, row{1, 1000}}) {
    auto const joined = sampler.times(start);
    CHECK(joined.size() == steps + 1);
    CHECK(joined.front() == start);
    CHECK(std::equal(joined.begin() + 1, joined.end(), grid.end() - static_cast<std::ptrdiff_t>(steps)));
  }
  CHECK(sampler.times(1e-5) == std::vector{1e-5});
  CHECK(reverse{.levels = 1}.times() == std::vector{1.0, 1e-5});
}

// Where cells know nothing of each other, every step is exact: the law of the samples is the model's on any grid.
TEST_CASE("reverse: single cells have the model's law, however few the steps") {
  std::vector<double> const p{0.5, 0.05, 0.25, 0.2};
  constexpr std::size_t n = 40'000;
  for (auto const precision : {state_precision::float64, state_precision::float32}) {
    test::fixed_view view{p};
    auto const drawn = reverse{.levels = 3, .precision = precision}.sample(
        view, n, {{1, 1}, 1, 4}, stream_family{1, purpose::sampler});
    CHECK(view.calls == 4);
    std::vector<double> seen(4);
    for (token const v : drawn)
      ++seen.at(v);
    for (std::size_t v = 0; v < 4; ++v)
      CHECK(std::abs(seen[v] - n * p[v]) < 4 * std::sqrt(n * p[v] * (1 - p[v])));
  }
}

TEST_CASE("reverse: a restored cell has the posterior of its corrupted symbol") {
  std::vector<double> const p{0.5, 0.05, 0.25, 0.2};
  constexpr std::size_t n = 40'000;
  double const start      = 0.6;
  test::fixed_view view{p};
  std::vector<token> z(n, 2);
  std::vector<double> times;
  reverse{.levels = 4}.restore(
      view, z, start, {{1, 1}, 1, 4}, stream_family{2, purpose::sampler}, [&](double t, std::span<token const> now) {
        CHECK(now.size() == n);
        times.push_back(t);
      });
  REQUIRE(times.size() == 4);  // 0.5, 0.25, t_min, 0
  CHECK(times[0] == doctest::Approx(0.5).epsilon(1e-4));
  CHECK(times[3] == 0);
  auto const level = log_linear{}.at(start);
  double total     = 0;
  std::vector<double> posterior(4);
  for (std::size_t x = 0; x < 4; ++x)
    total += posterior[x] = p[x] * ((x == 2 ? level.alpha : 0) + level.one_minus_alpha / 4);
  for (std::size_t x = 0; x < 4; ++x) {
    double const q  = posterior[x] / total;
    auto const seen = static_cast<double>(std::ranges::count(z, static_cast<token>(x)));
    CHECK(std::abs(seen - n * q) < 4 * std::sqrt(n * q * (1 - q)));
  }
}

TEST_CASE("reverse: a board depends on its own stream only") {
  group_parity<12, 3> const rule;
  population const oracle{rule};
  auto const view = test::leave_one_out_view(oracle);
  data_shape const shape{{1, 12}, 1, 2};
  reverse const sampler{.levels = 20};
  stream_family const streams{5, purpose::sampler, 3};
  auto const all = sampler.sample(view, 6, shape, streams), fewer = sampler.sample(view, 2, shape, streams);
  CHECK(std::equal(fewer.begin(), fewer.end(), all.begin()));
  CHECK(sampler.sample(view, 6, shape, {5, purpose::sampler, 4}) != all);

  std::vector<token> many(6 * 12, 1), few(2 * 12, 1);
  sampler.restore(view, many, 0.7, shape, streams);
  sampler.restore(view, few, 0.7, shape, streams);
  CHECK(std::equal(few.begin(), few.end(), many.begin()));
  std::vector<token> none;
  CHECK_NOTHROW(sampler.restore(view, none, 0.7, shape, streams));
}

TEST_CASE("reverse: the last step, greedy or ancestral, and the most probable posterior") {
  data_shape const shape{{1, 2}, 1, 2};
  stream_family const streams{7, purpose::sampler};
  // At t_min a board of the wrong symbol: x_theta says 1, and the posterior weighs in that z was hardly ever redrawn.
  test::fixed_view view{{0.001, 0.999}};
  std::vector<token> z{0, 0};
  reverse{.choose = cell_choice::argmax}.restore(view, z, 1e-5, shape, streams);
  CHECK(z == std::vector<token>{0, 0});
  reverse{.last = noise_removal::greedy}.restore(view, z, 1e-5, shape, streams);
  CHECK(z == std::vector<token>{1, 1});
  // Certainty beats the symbol that stands there.
  view.p = {0, 1};
  z      = {0, 0};
  reverse{.choose = cell_choice::argmax}.restore(view, z, 1e-5, shape, streams);
  CHECK(z == std::vector<token>{1, 1});
  // From one word, no symbol of probability 0 is drawn.
  z = {0, 0};
  reverse{}.restore(view, z, 1e-5, shape, streams);
  CHECK(z == std::vector<token>{1, 1});
}

TEST_CASE("reverse: predictions are kept in the precision asked for") {
  data_shape const shape{{1, 1}, 1, 2};
  test::fixed_view view{{0.5 - 1e-10, 0.5 + 1e-10}};
  std::vector<token> exact{0}, rounded{0};
  reverse sampler{.last = noise_removal::greedy};
  sampler.restore(view, exact, 1e-5, shape, {1, purpose::test});
  sampler.precision = state_precision::float32;
  sampler.restore(view, rounded, 1e-5, shape, {1, purpose::test});
  CHECK(exact[0] == 1);
  CHECK(rounded[0] == 0);  // both are 1/2, and the lower symbol wins
}

/// What became of samples: how many obey the rule, and how many are training boards.
struct verdict {
  double valid = 0, copied = 0;
};

template <class Oracle>
verdict judged(reverse const& sampler, Oracle const& oracle, board_set<12> const& training, std::size_t n) {
  auto const boards =
      sampler.sample(test::leave_one_out_view(oracle), n, {{1, 12}, 1, 2}, stream_family{11, purpose::sampler});
  verdict out;
  for (std::size_t i = 0; i < n; ++i) {
    auto const board = std::span{boards}.subspan(i * 12).template first<12>();
    out.valid += group_parity<12, 3>{}.holds(board) ? 1.0 / static_cast<double>(n) : 0;
    for (auto const known : training)
      if (std::ranges::equal(known, board)) {
        out.copied += 1.0 / static_cast<double>(n);
        break;
      }
  }
  return out;
}

// Cells that change in the same step do not know of each other: a grid leaves of the order of 1/levels boards wrong. A
// greedy end mends them, for a group of three with a wrong sum becomes right when all its cells change.
TEST_CASE(
    "reverse: the population obeys the rule and copies by chance, the training set copies, independent cells guess") {
  group_parity<12, 3> const rule;
  auto const training = draw_split(rule, {.train = 64}, 5).training;
  REQUIRE(training.size() == 64);
  population const learned{rule};
  reverse const greedy{.levels = 500, .last = noise_removal::greedy};
  constexpr std::size_t n = 256;
  auto const close        = [](double seen, double p) { return std::abs(seen - p) < 4 * std::sqrt(p * (1 - p) / n); };

  auto const by_rule = judged(greedy, learned, training, n);
  CHECK(by_rule.valid == 1);
  CHECK(close(by_rule.copied, 64.0 / 256));

  auto const by_heart = judged(greedy, empirical_of(rule, training), training, n);
  CHECK(by_heart.valid == by_heart.copied);
  CHECK((1 - by_heart.copied) * n <= 3);

  auto const by_cell = judged({.levels = 100}, independent_of(learned), training, n);
  CHECK(close(by_cell.valid, 1.0 / 16));
  CHECK(close(by_cell.copied, 64.0 / 4096));

  auto const ancestral_end = judged({.levels = 2000}, learned, training, n);
  CHECK((1 - ancestral_end.valid) * n <= 3);  // about 1/4 of a board is expected to be wrong
  CHECK(close(ancestral_end.copied, 64.0 / 256));
}

TEST_CASE("reverse: settings and boards that cannot be meant are refused") {
  CHECK_NOTHROW(check(reverse{}));
  CHECK_THROWS_WITH_AS(check(reverse{.levels = 0}), "reverse: expected at least 1 level, got 0", range_error);
  CHECK_THROWS_WITH_AS(check(reverse{.t_min = 0}), "reverse: expected t_min in (0, 1), got 0", range_error);
  CHECK_THROWS_WITH_AS(check(reverse{.eps = 1}), "reverse: expected eps in (0, 1), got 1", range_error);
  test::fixed_view view{{0.5, 0.5}};
  std::vector<token> z{0, 2};
  data_shape const shape{{1, 2}, 1, 2};
  CHECK_THROWS_WITH_AS(reverse{}.restore(view, z, 0.5, shape, {1, purpose::test}),
                       "reverse: expected symbols below 2, got 2",
                       range_error);
  z = {0, 1};
  CHECK_THROWS_WITH_AS(reverse{}.restore(view, z, 1.5, shape, {1, purpose::test}),
                       "reverse: expected a start in [1e-05, 1], got 1.5",
                       range_error);
  CHECK_THROWS_AS(reverse{}.restore(view, z, 0, shape, {1, purpose::test}), range_error);
  z = {0, 1, 1};
  CHECK_THROWS_AS(reverse{}.restore(view, z, 0.5, shape, {1, purpose::test}), shape_error);
}

}  // namespace
