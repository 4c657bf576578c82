// SPDX-License-Identifier: MIT
#include <regula/oracles/empirical.hpp>
#include <regula/oracles/population.hpp>
#include <regula/oracles/symbol_views.hpp>
#include <regula/probes/fixed_point.hpp>
#include <regula/rules/all.hpp>
#include <regula/runs/json.hpp>
#include <regula/testing/laws.hpp>

#include <doctest/doctest.h>

#include <cstddef>

namespace {

using namespace regula;

using rule_type = group_parity<12, 3>;

template <Rule R, class View>
fixed_point::result measured(R const& rule,
                             View const& view,
                             fixed_point const& probe = {},
                             split_sizes sizes        = {32, 24, 64}) {
  auto const data = draw_split(rule, sizes, 9);
  board_set<R::cell_count> const none;
  return probe.measure(evaluation<R, View>{rule, 0, data, none, {}, view, {1, purpose::probe}});
}

static_assert(Probe<fixed_point> && Measures<fixed_point, rule_type, oracle_masked_view<population<rule_type>>>);
static_assert(!Measures<fixed_point, rule_type, oracle_causal_view<population<rule_type>>>);

/// Groups of the control boards that hold.
rate groups_that_hold() {
  auto const data = draw_split(rule_type{}, {32, 24, 64}, 9);
  rate out;
  for (auto const board : data.control)
    for (std::size_t g = 0; g < 12; g += 3)
      out.add((board[g] + board[g + 1] + board[g + 2]) % 2 == 1);
  return out;
}

void check_step_of_parity(fixed_point::held_sets const& step) {
  CHECK(step.training.boards == rate{32, 32});
  CHECK(step.training.cells == rate{32 * 12, 32 * 12});
  CHECK(step.unseen.boards == rate{24, 24});
  rule_type const rule;
  auto const data = draw_split(rule, {32, 24, 64}, 9);
  rate valid;
  for (auto const board : data.control)
    valid.add(rule.holds(board));
  CHECK(step.random.boards == valid);
}

TEST_CASE("fixed_point: in a step of who knows parity, groups that hold stay and others turn over") {
  auto const hidden = measured(rule_type{}, oracle_masked_view{population{rule_type{}}});
  check_step_of_parity(hidden.step);
  CHECK(hidden.sampler.training.boards.total == 0);
  CHECK(hidden.sampler.random.cells.total == 0);
  auto const redrawn = measured(rule_type{}, oracle_redrawn_view{population{rule_type{}}});
  check_step_of_parity(redrawn.step);
  CHECK(redrawn.step.random.cells.count == 3 * groups_that_hold().count);
}

TEST_CASE("fixed_point: the sampler holds what the model is not all but sure to be wrong") {
  // In a wrong group of three the model gives a symbol a chance of 1e-5, its others being there by noise: too much.
  auto const known = measured(rule_type{}, oracle_redrawn_view{population{rule_type{}}});
  CHECK(known.sampler.training.boards == rate{32, 32});
  CHECK(known.sampler.unseen.boards == rate{24, 24});
  CHECK(known.sampler.random.boards == rate{64, 64});
}

TEST_CASE("fixed_point: who copies holds training boards only") {
  using wide      = group_parity<32, 4>;
  auto const data = draw_split(wide{}, {8, 24, 64}, 9);
  auto const copy = measured(wide{}, oracle_redrawn_view{empirical_of(wide{}, data.training)}, {}, {8, 24, 64});
  for (auto const* sets : {&copy.sampler, &copy.step}) {
    CHECK(sets->training.boards == rate{8, 8});
    CHECK(sets->unseen.boards == rate{0, 24});
    CHECK(sets->random.boards == rate{0, 64});
    CHECK(sets->random.cells.share() < 0.75);
  }
}

TEST_CASE("fixed_point: the first boards, without the sampler, and laws") {
  auto const view  = oracle_redrawn_view{population{rule_type{}}};
  auto const found = measured(rule_type{}, view, {.boards = 5, .sampled = false}, {8, 0, 3});
  CHECK(found.step.training.boards.total == 5);
  CHECK(found.step.unseen.boards.total == 0);
  CHECK(found.step.random.boards.total == 3);
  CHECK(found.sampler.training.boards.total == 0);
  CHECK(laws::probe(fixed_point{.boards = 4}, rule_type{}, {}, view).empty());
  CHECK(laws::probe(fixed_point{}, rule_type{}, {}, oracle_masked_view{population{rule_type{}}}).empty());
  CHECK_THROWS_AS(static_cast<void>(measured(rule_type{}, view, {.t = 2})), range_error);
}

TEST_CASE("fixed_point: results are written") {
  fixed_point::result r;
  r.step.unseen.cells = {3, 4};
  CHECK(to_json(r).at("step").at("unseen").at("cells").at("share") == 0.75);
  CHECK(to_json(fixed_point{}).at("sampler").at("choose") == "argmax");
}

}  // namespace
