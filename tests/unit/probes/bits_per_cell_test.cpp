// SPDX-License-Identifier: MIT
#include <regula/oracles/empirical.hpp>
#include <regula/oracles/population.hpp>
#include <regula/oracles/symbol_views.hpp>
#include <regula/probes/bits_per_cell.hpp>
#include <regula/rules/all.hpp>
#include <regula/runs/json.hpp>
#include <regula/testing/laws.hpp>

#include "support/golden_oracles.hpp"
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

namespace {

using namespace regula;

using rule_type = group_parity<12, 3>;

template <Rule R, class View>
bits_per_cell::result measured(R const& rule, View const& view, bits_per_cell const& probe, split_sizes sizes) {
  auto const data = draw_split(rule, sizes, 9);
  board_set<R::cell_count> const none;
  return probe.measure(evaluation<R, View>{rule, 0, data, none, {}, view, {1, purpose::probe}});
}

static_assert(Probe<bits_per_cell> && Measures<bits_per_cell, rule_type, oracle_causal_view<population<rule_type>>>);
static_assert(Measures<bits_per_cell, rule_type, oracle_masked_view<population<rule_type>>>);
static_assert(Measures<bits_per_cell, rule_type, oracle_redrawn_view<population<rule_type>>>);

TEST_CASE("bits_per_cell: parity in groups of three costs 2/3 bit, exactly where it can be summed") {
  auto const causal = measured(rule_type{}, oracle_causal_view{population{rule_type{}}}, {}, {64, 48, 32});
  CHECK(causal.training.mean == doctest::Approx(2.0 / 3).epsilon(1e-12));
  CHECK(causal.held_out.mean == doctest::Approx(2.0 / 3).epsilon(1e-12));
  CHECK(causal.held_out.boards == 48);
  CHECK(causal.held_out.exact);
  CHECK(causal.control.mean == std::numeric_limits<double>::infinity());
  auto const hidden = measured(rule_type{}, oracle_masked_view{population{rule_type{}}}, {.boards = 16}, {64, 48, 0});
  CHECK(hidden.training.exact);
  CHECK(hidden.training.boards == 16);
  CHECK(hidden.training.mean == doctest::Approx(2.0 / 3).epsilon(1e-12));
  CHECK(hidden.held_out.mean == doctest::Approx(2.0 / 3).epsilon(1e-12));
  CHECK(hidden.control.boards == 0);
  CHECK(std::isnan(hidden.control.mean));
}

TEST_CASE("bits_per_cell: of redrawn cells, the reference's bound over all boards of a rule") {
  k_parity<8, 3> const rule{{1, 4, 6}};
  auto const& floors = test::golden_oracle("population", "k_parity_8_1-4-6").at("floors");
  double const right = floors.at("uniform_integral").at("leave_one_out").get<double>() / std::numbers::ln2;
  auto const found   = measured(rule, oracle_redrawn_view{population{rule}}, {}, {256, 0, 0});
  CHECK(found.training.exact);
  CHECK(found.training.mean == doctest::Approx(right).epsilon(1e-9));
  CHECK(std::isnan(found.training.standard_error));
  CHECK(right < 8.0 / 9);
  CHECK(right > 8.0 / 9 - 1e-3);
}

TEST_CASE("bits_per_cell: estimates within their standard errors where a sum would take too long") {
  auto const check_estimate = [](board_bits const& bits, double slack) {
    CHECK_FALSE(bits.exact);
    CHECK(bits.standard_error < 0.1);
    CHECK(std::abs(bits.mean - 2.0 / 3) < 4 * bits.standard_error + slack);
  };
  bits_per_cell const few{.boards = 64, .evaluations = 100, .grid = {.masks = 4}};
  auto const hidden = measured(rule_type{}, oracle_masked_view{population{rule_type{}}}, few, {64, 48, 0});
  check_estimate(hidden.training, 0.001);
  check_estimate(hidden.held_out, 0.001);
  auto const redrawn = measured(rule_type{}, oracle_redrawn_view{population{rule_type{}}}, few, {64, 0, 0});
  check_estimate(redrawn.training, 0.007);  // on [1e-3, 1] in place of [0, 1] the mean changes by less than 1 %
}

TEST_CASE("bits_per_cell: who copies N boards spends log2(N) on each") {
  auto const data = draw_split(rule_type{}, {16, 4, 0}, 9);
  auto const copy = measured(rule_type{}, oracle_masked_view{empirical_of(rule_type{}, data.training)}, {}, {16, 4, 0});
  CHECK(copy.training.exact);
  CHECK(copy.training.mean == doctest::Approx(4.0 / 12).epsilon(1e-12));
  CHECK(copy.held_out.mean > 1);
}

TEST_CASE("bits_per_cell: laws, and what is written") {
  bits_per_cell const few{.boards = 2, .evaluations = 0};
  CHECK(laws::probe(few, rule_type{}, {}, oracle_masked_view{population{rule_type{}}}).empty());
  CHECK(laws::probe(few, rule_type{}, {}, oracle_causal_view{population{rule_type{}}}).empty());
  bits_per_cell::result const r{{0.5, 0.25, 3, true}, {}, {}};
  CHECK(text_of(to_json(r.training)) == R"({"mean":0.5,"standard_error":0.25,"boards":3,"exact":true})");
}

}  // namespace
