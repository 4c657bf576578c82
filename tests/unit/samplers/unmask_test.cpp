// SPDX-License-Identifier: MIT
#include <regula/oracles/population.hpp>
#include <regula/oracles/symbol_views.hpp>
#include <regula/rules/all.hpp>
#include <regula/samplers/unmask.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace {

using namespace regula;

constexpr stream_family streams{23, purpose::test, 1};
constexpr data_shape line{{1, 6}, 1, 2};

/// Certain of symbol 1 in cell 4, surer of higher symbols in lower cells; it notes what was hidden at every call.
struct noting {
  std::vector<std::vector<token>>* seen;
  void operator()(std::span<token const> z, std::span<double> out) const {
    seen->emplace_back(z.begin(), z.end());
    for (std::size_t c = 0; c < z.size(); ++c) {
      double const one = c % 6 == 4 ? 1 - 1e-12 : 0.9 - 0.05 * static_cast<double>(c % 6 / 2);
      out[2 * c] = std::log(1 - one), out[2 * c + 1] = std::log(one);
    }
  }
};

std::size_t hidden(std::vector<token> const& z) { return static_cast<std::size_t>(std::ranges::count(z, no_token)); }

TEST_CASE("one cell at a time, the population oracle draws valid boards, all alike often, in every order") {
  exact_k<6, 2> const rule;  // 15 boards
  for (reveal_order const order : {reveal_order::random, reveal_order::confidence}) {
    constexpr std::size_t n = 3000;
    auto const drawn        = unmask{.order = order}.sample(oracle_masked_view{population{rule}}, n, line, streams);
    std::vector<double> count(64, 0);
    for (std::size_t i = 0; i < n; ++i) {
      cells<6> const x{drawn.data() + i * 6, 6};
      CHECK(rule.holds(x));
      std::size_t code = 0;
      for (token const v : x)
        code = 2 * code + v;
      ++count[code];
    }
    double chi_square = 0;
    for (double const c : count)
      if (c > 0) chi_square += (c - 200) * (c - 200) / 200;
    CHECK(std::ranges::count_if(count, [](double c) { return c > 0; }) == 15);
    CHECK(std::abs(chi_square - 14) <= 4 * std::sqrt(28.0));
  }
}

TEST_CASE("a grid reveals each hidden cell with probability (t - s)/t, and all of them at its end") {
  std::vector<std::vector<token>> seen;
  data_shape const wide{{1, 6000}, 1, 2};
  auto const z = unmask{.order = reveal_order::grid, .levels = 4}.sample(noting{&seen}, 1, wide, streams);
  REQUIRE(seen.size() == 4);
  for (std::size_t k = 0; k < 4; ++k) {
    double const t = 1 - static_cast<double>(k) / 4;
    CHECK(std::abs(static_cast<double>(hidden(seen[k])) / 6000 - t) <= 4 * std::sqrt(t * (1 - t) / 6000) + 1e-12);
  }
  CHECK(hidden(z) == 0);
}

TEST_CASE("by confidence: the surest cells first, the lower of equal ones, several at once if asked") {
  std::vector<std::vector<token>> seen;
  (void)unmask{.order = reveal_order::confidence, .choose = cell_choice::argmax}.sample(
      noting{&seen}, 1, line, streams);
  REQUIRE(seen.size() == 6);
  token const h = no_token;
  CHECK(seen[1] == std::vector<token>{h, h, h, h, 1, h});
  CHECK(seen[2] == std::vector<token>{1, h, h, h, 1, h});
  CHECK(seen[3] == std::vector<token>{1, 1, h, h, 1, h});
  seen.clear();
  auto const z = unmask{.order = reveal_order::confidence, .at_once = 4, .choose = cell_choice::argmax}.sample(
      noting{&seen}, 1, line, streams);
  REQUIRE(seen.size() == 2);
  CHECK(seen[1] == std::vector<token>{1, 1, 1, h, 1, h});
  CHECK(z == std::vector<token>(6, 1));
}

TEST_CASE("a random order is another for each sample, and each row is drawn alone") {
  std::vector<std::vector<token>> seen;
  auto const many = unmask{}.sample(noting{&seen}, 40, line, streams);
  std::vector<bool> first_cells(6, false);
  for (std::size_t i = 0; i < 40; ++i)
    for (std::size_t c = 0; c < 6; ++c)
      if (seen[1][i * 6 + c] != no_token) first_cells[c] = true;
  CHECK(std::ranges::count(first_cells, true) == 6);
  auto const one = unmask{}.sample(noting{&seen}, 1, line, streams);
  CHECK(std::ranges::equal(one, std::span{many}.first(6)));
}

TEST_CASE("fill: visible cells stay; the rest is what the oracle knows of it") {
  group_parity<6, 3> const rule;
  token const h = no_token;
  std::vector<token> z{0, 1, h, h, 1, 1};
  unmask{}.fill(oracle_masked_view{population{rule}}, z, line, streams);
  CHECK(rule.holds(cells<6>{z}));
  CHECK((z[0] == 0 && z[1] == 1 && z[4] == 1 && z[5] == 1));
  std::vector<token> part(5);
  CHECK_THROWS_WITH_AS(unmask{}.fill(oracle_masked_view{population{rule}}, part, line, streams),
                       "unmask: expected boards of 6 cells, got 5 cells",
                       shape_error);
}

TEST_CASE("settings that cannot be meant are refused") {
  CHECK_THROWS_WITH_AS(check(unmask{.at_once = 0}), "unmask: expected at_once of at least 1 cell, got 0", range_error);
  CHECK_THROWS_WITH_AS(check(unmask{.levels = 0}), "unmask: expected at least 1 level, got 0", range_error);
}

}  // namespace
