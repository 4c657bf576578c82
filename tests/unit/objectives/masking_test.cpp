// SPDX-License-Identifier: MIT
#include <regula/objectives/masking.hpp>
#include <regula/random/stream.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace {

using regula::empty_masks;
using regula::masked_corruption;
using regula::no_token;
using regula::stream;
using regula::stream_family;
using regula::t_draw;
using regula::t_window;
using regula::token;

regula::batch boards_of(std::size_t size, std::size_t cells, std::uint64_t step = 0) {
  regula::batch b{{{1, cells}, 1, 4}, size, std::vector<token>(size * cells), {}, step};
  for (std::size_t i = 0; i < b.boards.size(); ++i)
    b.boards[i] = static_cast<token>(i % 4);
  return b;
}

template <class Law = t_window>
masked_corruption drawn(regula::batch const& clean, Law law, t_draw draw, double floor, empty_masks empty) {
  masked_corruption out;
  regula::detail::prepare_masks(clean, out);
  stream_family const streams{3, regula::purpose::test, clean.step};
  for (std::size_t i = 0; i < clean.size; ++i) {
    stream rng = streams(i);
    regula::detail::draw_mask(law, draw, floor, empty, clean, i, rng, out);
  }
  return out;
}

TEST_CASE("masking: strata hold one sample each, and independent times do not") {
  auto const clean      = boards_of(64, 5);
  auto const stratified = drawn(clean, t_window{0, 1}, t_draw::stratified, 0, empty_masks::kept);
  bool in_strata        = true;
  for (std::size_t i = 0; i < 64; ++i) {
    CHECK(stratified.t[i] >= static_cast<double>(i) / 64);
    CHECK(stratified.t[i] < static_cast<double>(i + 1) / 64);
  }
  auto const independent = drawn(clean, t_window{0, 1}, t_draw::independent, 0, empty_masks::kept);
  for (std::size_t i = 0; i < 64; ++i)
    in_strata = in_strata && static_cast<std::size_t>(independent.t[i] * 64) == i;
  CHECK_FALSE(in_strata);
  // Both take the same uniform: v = u, or (u + i)/B.
  for (std::size_t i = 0; i < 64; ++i)
    CHECK(stratified.t[i] == doctest::Approx((independent.t[i] + static_cast<double>(i)) / 64).epsilon(1e-14));
}

TEST_CASE("masking: every cell is hidden with probability t, independently of the others") {
  std::size_t const n = 20'000, cells = 4;
  double const t = 0.3;
  auto const c   = drawn(boards_of(n, cells), t_window{t, t}, t_draw::independent, 0, empty_masks::kept);
  std::map<std::string, double> patterns;
  for (std::size_t i = 0; i < n; ++i) {
    std::string pattern;
    for (token const v : c.row(i, cells))
      pattern += v == no_token ? 'x' : '.';
    patterns[pattern] += 1;
  }
  CHECK(patterns.size() == 16);
  for (auto const& [pattern, count] : patterns) {
    double p = 1;
    for (char const mark : pattern)
      p *= mark == 'x' ? t : 1 - t;
    CHECK(std::abs(count - p * n) < 4.5 * std::sqrt(p * (1 - p) * n));
  }
}

TEST_CASE("masking: masks that may not be empty follow the law given that a cell is hidden") {
  std::size_t const n = 20'000, cells = 3;
  for (double const t : {0.2, 0.7}) {
    auto const c = drawn(boards_of(n, cells), t_window{t, t}, t_draw::independent, 0, empty_masks::skipped);
    std::map<std::string, double> patterns;
    for (std::size_t i = 0; i < n; ++i) {
      std::string pattern;
      for (token const v : c.row(i, cells))
        pattern += v == no_token ? 'x' : '.';
      patterns[pattern] += 1;
    }
    CHECK(patterns.size() == 7);
    CHECK(!patterns.contains("..."));
    for (auto const& [pattern, count] : patterns) {
      double p = 1 / (1 - std::pow(1 - t, cells));
      for (char const mark : pattern)
        p *= mark == 'x' ? t : 1 - t;
      CHECK(std::abs(count - p * n) < 4.5 * std::sqrt(p * (1 - p) * n));
    }
  }
}

TEST_CASE("masking: the ends of the range") {
  auto const clean = boards_of(500, 6);
  auto const all   = drawn(clean, t_window{1, 1}, t_draw::independent, 0, empty_masks::kept);
  CHECK(std::ranges::all_of(all.visible, [](token v) { return v == no_token; }));
  auto const all_again = drawn(clean, t_window{1, 1}, t_draw::independent, 0, empty_masks::skipped);
  CHECK(std::ranges::all_of(all_again.visible, [](token v) { return v == no_token; }));
  auto const none = drawn(clean, t_window{0, 0}, t_draw::independent, 0, empty_masks::kept);
  CHECK(none.visible == clean.boards);
  // A tiny t that must hide a cell hides one, at a place where all are alike.
  for (double const tiny : {0.0, 1e-300, 1e-12}) {
    auto const one = drawn(clean, t_window{tiny, tiny}, t_draw::independent, 0, empty_masks::skipped);
    std::vector<double> places(6, 0.0);
    for (std::size_t i = 0; i < 500; ++i) {
      CHECK(std::ranges::count(one.row(i, 6), no_token) == 1);
      places[static_cast<std::size_t>(std::ranges::find(one.row(i, 6), no_token) - one.row(i, 6).begin())] += 1;
    }
    for (double const count : places)
      CHECK(std::abs(count - 500.0 / 6) < 4.5 * std::sqrt(500 * 5 / 36.0));
  }
}

TEST_CASE("masking: visible cells are those of the board, and the law sees the step") {
  auto const clean = boards_of(32, 6, 7);
  auto const c =
      drawn(clean, regula::t_anneal{{0.5, 0.5}, {0.1, 0.1}, 10}, t_draw::stratified, 0.01, empty_masks::kept);
  for (std::size_t j = 0; j < c.visible.size(); ++j)
    CHECK((c.visible[j] == no_token || c.visible[j] == clean.boards[j]));
  for (double const t : c.t)
    CHECK(t == doctest::Approx(0.5 - 0.7 * 0.4).epsilon(1e-14));
}

TEST_CASE("masking: a tally sums up what was drawn") {
  masked_corruption const c{{0.5, 0.1, 1}, {1, no_token, 0, 3, no_token, no_token}};
  regula::masked_tally sum;
  regula::detail::count_masks(c, 2, [](double t) { return 1 / t; }, sum);
  CHECK(sum.largest_weight == doctest::Approx(10));
  CHECK(sum.mask_share() == doctest::Approx(0.5));
  CHECK(sum.empty == 1);
  regula::detail::count_masks(c, 2, [](double) { return 20.0; }, sum);
  CHECK(sum.numbers() == std::vector<regula::named_number>{
                             {"largest_weight", 20}, {"mask_share", 0.5}, {"empty_masks", 2}, {"masks", 6}});
  CHECK(regula::masked_tally{}.mask_share() == 0);
}

}  // namespace
