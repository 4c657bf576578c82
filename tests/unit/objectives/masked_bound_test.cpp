// SPDX-License-Identifier: MIT
#include <regula/objectives/masked_bound.hpp>
#include <regula/oracles/population.hpp>
#include <regula/oracles/symbol_views.hpp>
#include <regula/rules/all.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <span>
#include <string>
#include <vector>

namespace {

using regula::bound_grid;
using regula::data_shape;
using regula::exact_masked_bound;
using regula::masked_bound;
using regula::oracle_masked_view;
using regula::population;
using regula::token;

template <regula::Rule R>
data_shape shape_of(R const&) {
  return {regula::board_of<R>(), 1, R::alphabet};
}

template <regula::Rule R>
std::vector<token> boards_of(R const& rule, std::size_t n) {
  std::vector<token> out(n * R::cell_count);
  for (std::size_t i = 0; i < n; ++i) {
    regula::stream rng{21, regula::purpose::test, 0, i};
    rule.draw(rng, regula::cells_out<R::cell_count>{out.data() + i * R::cell_count, R::cell_count});
  }
  return out;
}

/// All symbols alike, except that symbol 0 has its own logarithm.
struct constant_view {
  std::size_t alphabet;
  double log_zero;
  void operator()(std::span<token const>, std::span<double> out) const {
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = i % alphabet == 0 ? log_zero : -std::log(static_cast<double>(alphabet));
  }
};

TEST_CASE("masked_bound: conditionals of a law cost exactly -ln p(x) over the cells, board by board") {
  regula::global_k<2, 4, 1, 2> const rule;  // boards of one count are more probable than those of the other
  oracle_masked_view const view{population{rule}};
  for (std::vector<token> const& board :
       {std::vector<token>{1, 0, 0, 0, 0, 0, 1, 0}, std::vector<token>{1, 0, 1, 0, 0, 1, 1, 0}}) {
    auto const found = exact_masked_bound(view, board, shape_of(rule));
    double const p   = rule.probability(regula::cells<8>{board.data(), 8});
    CHECK(found.mean == doctest::Approx(-std::log(p) / 8).epsilon(1e-12));
    CHECK(found.exact);
    CHECK(found.t_low == 0);
    CHECK(found.t_high == 1);
    CHECK(std::isnan(found.standard_error));
  }
}

TEST_CASE("masked_bound: drawn masks give the same within their error, and say their range") {
  regula::group_parity<12, 3> const rule;
  oracle_masked_view const view{population{rule}};
  auto const found = masked_bound(view, boards_of(rule, 200), shape_of(rule));
  // A board costs entropy/T over [0, 1]; what [0, 1e-3] would add is below 1e-6, as single hidden cells are certain.
  double const exact = std::numbers::ln2 * (1 - 1 / 3.0) / (1 - 1e-3);
  CHECK(std::abs(found.mean - exact) < 4 * found.standard_error);
  CHECK(found.standard_error < 0.02);
  CHECK_FALSE(found.exact);
  CHECK(found.t_low == 1e-3);
  CHECK(found.t_high == 1);
  auto const more = masked_bound(view, boards_of(rule, 200), shape_of(rule), {.masks = 4});
  CHECK(more.standard_error < 0.7 * found.standard_error);
  CHECK(std::abs(more.mean - exact) < 4 * more.standard_error);
}

TEST_CASE("masked_bound: a model that knows nothing loses ln V in every hidden cell") {
  data_shape const shape{{1, 6}, 1, 3};
  constant_view const view{3, -std::log(3.0)};
  std::vector<token> const boards{0, 1, 2, 0, 1, 2, 2, 2, 2, 1, 1, 1};
  CHECK(exact_masked_bound(view, boards, shape).mean == doctest::Approx(std::log(3.0)).epsilon(1e-13));
  CHECK(exact_masked_bound(view, boards, shape).standard_error < 1e-12);
  auto const drawn = masked_bound(view, boards, shape, {.masks = 200});
  CHECK(std::abs(drawn.mean - std::log(3.0)) < 0.03);
}

TEST_CASE("masked_bound: the same masks at every call, others with another seed") {
  regula::exact_k<10, 3> const rule;
  oracle_masked_view const view{population{rule}};
  auto const boards = boards_of(rule, 10);
  auto const shape  = shape_of(rule);
  CHECK(masked_bound(view, boards, shape).mean == masked_bound(view, boards, shape).mean);
  CHECK(masked_bound(view, boards, shape, {.seed = 1}).mean != masked_bound(view, boards, shape).mean);
}

TEST_CASE("masked_bound: a board that the model excludes costs infinitely much, and NaN stays NaN") {
  data_shape const shape{{1, 4}, 1, 2};
  std::vector<token> const boards{1, 1, 1, 1, 0, 1, 1, 1};
  constant_view const never_zero{2, -std::numeric_limits<double>::infinity()};
  CHECK(exact_masked_bound(never_zero, boards, shape).mean == std::numeric_limits<double>::infinity());
  CHECK(masked_bound(never_zero, boards, shape).mean == std::numeric_limits<double>::infinity());
  constant_view const broken{2, std::numeric_limits<double>::quiet_NaN()};
  CHECK(std::isnan(masked_bound(broken, boards, shape).mean));
}

TEST_CASE("masked_bound: quadrature nodes integrate polynomials exactly") {
  for (std::size_t const n : {1U, 2U, 5U, 32U, 64U}) {
    auto const nodes = regula::detail::legendre_nodes(n);
    for (std::size_t power = 0; power < 2 * n; ++power) {
      double sum = 0;
      for (auto const& [place, weight] : nodes)
        sum += weight * std::pow(place, static_cast<double>(power));
      CHECK(sum == doctest::Approx(1 / static_cast<double>(power + 1)).epsilon(1e-12));
    }
  }
}

TEST_CASE("masked_bound: what cannot be meant is refused with the value") {
  data_shape const shape{{1, 4}, 1, 2}, large{{1, 21}, 1, 2};
  constant_view const view{2, -1};
  std::vector<token> const boards(21, 0);
  CHECK_THROWS_WITH_AS((void)masked_bound(view, boards, shape),
                       "masked_bound: expected boards of 4 cells, at least one, got 21 cells",
                       regula::shape_error);
  CHECK_THROWS_AS((void)exact_masked_bound(view, {}, shape), regula::shape_error);
  CHECK_THROWS_WITH_AS((void)masked_bound(view, std::vector<token>{0, 1, 1, 0, 1, 1, 2, 0}, shape),
                       "masked_bound: expected symbols below 2, got 2 in cell 2 of board 1",
                       regula::range_error);
  CHECK_THROWS_AS((void)exact_masked_bound(view, std::vector<token>{0, 1, 1, regula::no_token}, shape),
                  regula::range_error);
  CHECK_THROWS_WITH_AS((void)exact_masked_bound(view, boards, large),
                       "exact_masked_bound: expected at most 20 cells, got 21: take masked_bound",
                       regula::range_error);
  CHECK_THROWS_WITH_AS((void)masked_bound(view, boards, large, {.levels = 0}),
                       "bound_grid: expected levels in [1, 4096], got 0",
                       regula::range_error);
  CHECK_THROWS_AS((void)masked_bound(view, boards, large, {.masks = 0}), regula::range_error);
  CHECK_THROWS_WITH_AS((void)masked_bound(view, boards, large, {.t_min = 0}),
                       "bound_grid: expected t_min in (0, 1), got 0",
                       regula::range_error);
}

}  // namespace
