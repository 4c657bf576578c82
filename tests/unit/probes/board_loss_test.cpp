// SPDX-License-Identifier: MIT
#include <regula/oracles/empirical.hpp>
#include <regula/oracles/independent.hpp>
#include <regula/oracles/population.hpp>
#include <regula/oracles/symbol_views.hpp>
#include <regula/probes/board_loss.hpp>
#include <regula/rules/all.hpp>
#include <regula/runs/json.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <span>
#include <string>

namespace {

using namespace regula;

using rule_type = group_parity<12, 3>;

template <class View>
board_loss::result measured(View const& view, board_loss probe = {}, split_sizes sizes = {64, 48, 32}) {
  rule_type const rule;
  auto const data = draw_split(rule, sizes, 9);
  board_set<12> const none;
  return probe.measure(evaluation<rule_type, View>{rule, 0, data, none, {}, view, {1, purpose::probe}});
}

struct numbers {
  static constexpr std::size_t columns() { return 1; }
  void operator()(std::span<token const>, std::span<double>) const {}
};
static_assert(Probe<board_loss> && Measures<board_loss, rule_type, oracle_masked_view<population<rule_type>>>);
static_assert(Measures<board_loss, rule_type, oracle_causal_view<population<rule_type>>>);
static_assert(!Measures<board_loss, rule_type, numbers>);

constexpr double floor_of_rule = std::numbers::ln2 * 2 / 3;

TEST_CASE("board_loss: who knows the rule loses its entropy on training and held-out boards alike") {
  auto const causal = measured(oracle_causal_view{population{rule_type{}}});
  CHECK(causal.training.mean == doctest::Approx(floor_of_rule).epsilon(1e-12));
  CHECK(causal.held_out.mean == doctest::Approx(floor_of_rule).epsilon(1e-12));
  CHECK(causal.control.mean == std::numeric_limits<double>::infinity());
  CHECK(causal.t_low == 0);
  auto const masked = measured(oracle_masked_view{population{rule_type{}}});
  CHECK(std::abs(masked.training.mean - floor_of_rule / (1 - 1e-3)) < 4 * masked.training.standard_error);
  CHECK(std::abs(masked.held_out.mean - floor_of_rule / (1 - 1e-3)) < 4 * masked.held_out.standard_error);
  CHECK(masked.t_low == 1e-3);
}

TEST_CASE("board_loss: leave-one-out conditionals of the rule lose its entropy, less what is left of it at t = 1") {
  auto const redrawn = measured(oracle_redrawn_view{population{rule_type{}}}, {.grid = {.masks = 4}}, {64, 0, 0});
  // On [1e-3, 1] in place of [0, 1] the mean changes by less than 1 %.
  CHECK(std::abs(redrawn.training.mean - floor_of_rule) < 4 * redrawn.training.standard_error + 0.01 * floor_of_rule);
  CHECK(redrawn.training.standard_error < 0.05);
  CHECK(redrawn.t_low == 1e-3);
}

TEST_CASE("board_loss: who copies loses ln N over the cells on training boards and all on others") {
  auto const data   = draw_split(rule_type{}, {64, 48, 32}, 9);
  auto const copied = measured(oracle_causal_view{empirical_of(rule_type{}, data.training)});
  CHECK(copied.training.mean == doctest::Approx(std::log(64.0) / 12).epsilon(1e-12));
  CHECK(copied.held_out.mean == std::numeric_limits<double>::infinity());
}

TEST_CASE("board_loss: the first boards of each set, and NaN for sets without any") {
  board_loss const few{.boards = 8};
  auto const view = oracle_masked_view{population{rule_type{}}};
  CHECK(measured(view, few).training.mean == measured(view, {}, {8, 48, 32}).training.mean);
  CHECK(std::isnan(measured(view, few, {64, 0, 0}).held_out.mean));
}

TEST_CASE("board_loss: results are written") {
  board_loss::result const r{{0.5, 0.01}, {0.6, 0.02}, {}, 1e-3};
  CHECK(text_of(to_json(r)) ==
        R"({"training":{"mean":0.5,"standard_error":0.01},"held_out":{"mean":0.6,"standard_error":0.02},)"
        R"("control":{"mean":null,"standard_error":null},"t_low":0.001})");
}

}  // namespace
