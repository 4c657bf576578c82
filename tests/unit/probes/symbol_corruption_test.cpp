// SPDX-License-Identifier: MIT
#include <regula/oracles/population.hpp>
#include <regula/oracles/symbol_views.hpp>
#include <regula/probes/symbol_corruption.hpp>
#include <regula/rules/all.hpp>

#include "support/golden_memory.hpp"
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace {

using namespace regula;

using redrawn_model = oracle_redrawn_view<population<group_parity<8, 2>>>;
using hidden_model  = oracle_masked_view<population<group_parity<8, 2>>>;

struct numbers {
  static constexpr std::size_t columns() { return 1; }
  void operator()(std::span<token const>, std::span<double>) const {}
};
static_assert(RestoresSymbols<redrawn_model> && RestoresSymbols<hidden_model> && !RestoresSymbols<numbers>);
static_assert(!RestoresSymbols<oracle_causal_view<population<group_parity<8, 2>>>>);

std::size_t differences(std::vector<token> const& a, std::vector<token> const& b) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    n += a[i] != b[i];
  return n;
}

TEST_CASE("corrupted_boards: as many cells change as the reference expects at each time") {
  stream_family const streams{3, purpose::test};
  for (auto const& at : test::golden_memory().at("log_linear"))
    for (auto const& pair : at.at("changed")) {
      auto const alphabet = pair.at(0).get<token>();
      data_shape const shape{{1, 8}, 1, alphabet};
      std::vector<token> const clean(40'000, 1);
      double const t = at.at("t").get<double>(), p = pair.at(1).get<double>();
      if (t == 0) continue;
      auto const z      = corrupted_boards<redrawn_model>(clean, {t, {at.at("eps").get<double>()}}, shape, streams);
      auto const n      = static_cast<double>(clean.size());
      double const wide = 4 * std::sqrt(p * (1 - p) / n) + 1 / n;
      CHECK(std::abs(static_cast<double>(differences(clean, z)) / n - p) < wide);
    }
}

TEST_CASE("corrupted_boards: models of hidden cells see them hidden, with probability t") {
  std::vector<token> const clean(40'000, 1);
  auto const z = corrupted_boards<hidden_model>(clean, {.t = 0.3}, {{1, 8}, 1, 2}, {4, purpose::test});
  CHECK(std::abs(static_cast<double>(differences(clean, z)) / 40'000 - 0.3) < 4 * std::sqrt(0.21 / 40'000));
  for (token const v : z)
    CHECK_UNARY(v == 1 || v == no_token);
}

TEST_CASE("corrupted_boards: a board's noise is its own, and other parts have other noise") {
  data_shape const shape{{1, 8}, 1, 16};
  stream_family const streams{5, purpose::probe, 70};
  std::vector<token> const many(80, 3), one(8, 3);
  auto const all = corrupted_boards<redrawn_model>(many, {.t = 0.5}, shape, streams);
  CHECK(std::vector(all.begin(), all.begin() + 8) == corrupted_boards<redrawn_model>(one, {.t = 0.5}, shape, streams));
  CHECK(all != corrupted_boards<redrawn_model>(many, {.t = 0.5}, shape, part_of(streams, 1)));
  CHECK(part_of(streams, 0)(2)() == streams(2)());
  CHECK(part_of(streams, 1)(2)() != part_of(streams, 2)(2)());
}

TEST_CASE("corrupted_boards: what is no board at a time is refused") {
  stream_family const streams{5, purpose::test};
  std::vector<token> const clean(8, 1), broken(7, 1), foreign(8, 2);
  data_shape const shape{{1, 8}, 1, 2};
  auto const at = [&](std::vector<token> const& x, double t) {
    return corrupted_boards<redrawn_model>(x, {.t = t}, shape, streams);
  };
  CHECK_THROWS_AS(static_cast<void>(at(broken, 0.5)), shape_error);
  CHECK_THROWS_AS(static_cast<void>(at(foreign, 0.5)), range_error);
  CHECK_THROWS_WITH_AS(static_cast<void>(at(clean, 0)), "corrupted_boards: expected t in (0, 1], got 0", range_error);
  CHECK_THROWS_AS(static_cast<void>(at(clean, 1.5)), range_error);
}

}  // namespace
