// SPDX-License-Identifier: MIT
#include <regula/oracles/empirical.hpp>
#include <regula/oracles/population.hpp>
#include <regula/oracles/symbol_views.hpp>
#include <regula/probes/conditional_entropy.hpp>
#include <regula/rules/all.hpp>
#include <regula/runs/json.hpp>
#include <regula/testing/laws.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace {

using namespace regula;

using rule_type = group_parity<12, 3>;

template <class View>
conditional_entropy::result measured(View const& view,
                                     conditional_entropy const& probe,
                                     board_set<12> const& samples = {}) {
  rule_type const rule;
  auto const data = draw_split(rule, {128, 64, 64}, 9);
  return probe.measure(evaluation<rule_type, View>{rule, 0, data, samples, {}, view, {1, purpose::probe}});
}

double binary_entropy(double p) { return -p * std::log(p) - (1 - p) * std::log(1 - p); }

void check_mean(mean_value const& m, double right) {
  CHECK_MESSAGE(std::abs(m.mean - right) < 4 * m.standard_error + 1e-10, m.mean << " for " << right);
}

static_assert(Probe<conditional_entropy> &&
              Measures<conditional_entropy, rule_type, oracle_masked_view<population<rule_type>>>);
static_assert(!Measures<conditional_entropy, rule_type, oracle_causal_view<population<rule_type>>>);

TEST_CASE("conditional_entropy: of redrawn parity, closed forms of both laws at all times") {
  auto const view  = oracle_redrawn_view{population{rule_type{}}};
  auto const found = measured(view, {.times = {1e-5, 0.25, 0.5, 1}});
  REQUIRE(found.times.size() == 4);
  for (auto const& at : found.times) {
    double const a = log_linear{}.at(at.t).alpha, kept = (1 + a) / 2, m = (1 + a * a) / 2;
    // p(z_i agrees with the two others of its group), and what is left to know of x_i if it does and if it does not
    double const agrees = (1 + a * a * a) / 2;
    double const if_so  = kept * m / (kept * m + (1 - kept) * (1 - m));
    double const if_not = kept * (1 - m) / (kept * (1 - m) + (1 - kept) * m);
    for (auto const* set : {&at.training, &at.held_out}) {
      CHECK(set->leave_one_out.by_board.mean == doctest::Approx(binary_entropy(m)).epsilon(1e-9));
      CHECK(set->leave_one_out.by_cell.mean == doctest::Approx(binary_entropy(m)).epsilon(1e-9));
      if (at.t > 0.1)  // before that hardly ever a cell is redrawn
        check_mean(set->posterior.by_board, agrees * binary_entropy(if_so) + (1 - agrees) * binary_entropy(if_not));
    }
    CHECK(at.training.posterior.by_board.count == 128);
    CHECK(at.training.posterior.by_cell.count == 128 * 12);
    CHECK(at.held_out.posterior.by_board.count == 64);
    CHECK(at.samples.leave_one_out.by_board.count == 0);
    // a wrong group at t near 0: each of its cells may be the redrawn one, and none is known to be
    check_mean(at.control.posterior.by_board, (binary_entropy(if_so) + binary_entropy(if_not)) / 2);
  }
  CHECK(found.times[0].family == "t=1e-05");
  CHECK(found.times[0].training.posterior.by_board.mean < 1e-7);
  CHECK(found.times[0].training.leave_one_out.by_board.mean > 1e-5);
}

TEST_CASE("conditional_entropy: of hidden parity, both laws at a time") {
  auto const view  = oracle_masked_view{population{rule_type{}}};
  auto const found = measured(view, {.times = {0.3}}).times[0];
  double const b = std::numbers::ln2, lacks = 1 - 0.7 * 0.7;  // that one of two others is hidden
  for (auto const* set : {&found.training, &found.held_out}) {
    check_mean(set->leave_one_out.by_board, lacks * b);
    check_mean(set->posterior.by_board, 0.3 * lacks * b);
  }
}

TEST_CASE("conditional_entropy: who copies is sure of training boards") {
  auto const data = draw_split(rule_type{}, {4, 0, 0}, 9);
  auto const view = oracle_redrawn_view{empirical_of(rule_type{}, data.training)};
  auto const copy = measured(view, {.boards = 4}, data.training);
  CHECK(copy.times[0].training.leave_one_out.by_board.mean < 1e-3);
  CHECK(copy.times[0].samples.leave_one_out.by_board.mean < 1e-3);
  CHECK(copy.times[0].samples.leave_one_out.by_board.count == 4);
  CHECK(copy.undecodable == rate{0, 4});
}

TEST_CASE("conditional_entropy: samples with cells that are no symbol are counted and have no entropy") {
  std::array<token, 12> board{};
  board_set<12> samples;
  samples.push_back(board);
  board[3] = no_token;
  samples.push_back(board);
  board[3] = 2;
  samples.push_back(board);
  auto const found = measured(oracle_masked_view{population{rule_type{}}}, {.posteriors = false}, samples);
  CHECK(found.undecodable == rate{2, 3});
  CHECK(found.times[0].samples.leave_one_out.by_board.count == 1);
  CHECK(std::isnan(found.times[0].samples.posterior.by_board.mean));
}

TEST_CASE("conditional_entropy: laws, errors, and what is written") {
  conditional_entropy const late{.times = {0.4, 0.9}};
  CHECK(laws::probe(late, rule_type{}, {}, oracle_redrawn_view{population{rule_type{}}}).empty());
  CHECK(laws::probe(late, rule_type{}, {}, oracle_masked_view{population{rule_type{}}}).empty());
  CHECK_THROWS_AS(static_cast<void>(measured(oracle_masked_view{population{rule_type{}}}, {.times = {0}})),
                  range_error);
  conditional_entropy::result r;
  r.times.push_back({.family = "t=1e-05", .t = 1e-5, .training = {}, .held_out = {}, .control = {}, .samples = {}});
  r.times[0].held_out.posterior.by_cell = {0.5, 0.1, 9};
  CHECK(to_json(r).at("times").at("t=1e-05").at("held_out").at("posterior").at("by_cell").at("count") == 9);
  CHECK(to_json(late).at("predicts") == "leave_one_out");
}

}  // namespace
