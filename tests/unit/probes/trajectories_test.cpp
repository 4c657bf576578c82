// SPDX-License-Identifier: MIT
#include <regula/probes/trajectories.hpp>

#include "support/golden_states.hpp"
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace regula;
using regula::test::json;

/// States as digits, a text an evaluation, at steps 10, 20, ...
state_history history_of(std::vector<std::string> const& evaluations) {
  state_history out;
  for (std::size_t e = 0; e < evaluations.size(); ++e) {
    sample_states::result seen;
    seen.states = state_list{evaluations[e]};
    out.add(10 * (e + 1), seen);
  }
  return out;
}

state_history golden_history(json const& stored) {
  state_history out;
  for (std::size_t e = 0; e < stored.at("steps").size(); ++e) {
    sample_states::result seen;
    for (json const& s : stored.at("state")[e])
      seen.states.push_back(static_cast<sample_state>(s.get<int>()));
    out.add(stored.at("steps")[e], seen);
  }
  return out;
}

void check_table(transition_table const& ours, json const& counts, json const& probabilities) {
  for (std::size_t from = 0; from < 4; ++from)
    for (std::size_t to = 0; to < 4; ++to) {
      CHECK(ours.counts[from][to] == counts[from][to]);
      rate const r = ours.of(static_cast<sample_state>(from), static_cast<sample_state>(to));
      CHECK(r.share() == doctest::Approx(probabilities[from][to].get<double>()).epsilon(1e-14));
    }
}

TEST_CASE("trajectories: the stored history of a run") {
  json const& stored    = regula::test::golden_states().at("trajectory");
  state_history const h = golden_history(stored);
  step_window const window{stored.at("window")[0], stored.at("window")[1]};
  check_table(transitions_of(h), stored.at("transition_counts"), stored.at("transition_probabilities"));
  check_table(
      transitions_of(h, window), stored.at("window_transition_counts"), stored.at("window_transition_probabilities"));
  auto const all = trajectories_of(h, {.tail = stored.at("tail_evaluations").get<std::size_t>()});
  CHECK(all == trajectories_of(h));  // a tenth of 40 evaluations
  REQUIRE(all.size() == stored.at("final_class").size());
  auto const step = [](json const& j) { return j.is_null() ? std::nullopt : std::optional{j.get<std::uint64_t>()}; };
  for (std::size_t i = 0; i < all.size(); ++i) {
    CAPTURE(i);
    CHECK(name_of(all[i].became) == stored.at("final_class")[i].get<std::string>());
    CHECK(all[i].first_valid == step(stored.at("first_valid")[i]));
    CHECK(all[i].first_memorized == step(stored.at("first_memorized")[i]));
  }
  for (std::size_t e = 0; e < h.evaluations(); ++e)
    for (std::size_t s = 0; s < 4; ++s) {
      std::size_t count = 0;
      for (std::size_t i = 0; i < h.samples(); ++i)
        count += static_cast<std::size_t>(h.state(e, i)) == s ? 1 : 0;
      CHECK(count == stored.at("state_counts")[e][s]);
    }
}

TEST_CASE("trajectories: classes at their bounds") {
  // Shares of valid states among five: 0, 1/5, 3/5, 4/5, and 0 but for a copy at the end.
  auto const h   = history_of({"11221", "11221", "11221", "11121", "12113"});
  auto const all = trajectories_of(h, {.tail = 5});
  using enum final_class;
  std::vector<final_class> const expected{stuck, flickering, flickering, valid_novel, memorized};
  for (std::size_t i = 0; i < 5; ++i)
    CHECK(all[i].became == expected[i]);
  CHECK(share_of(all, flickering) == rate{2, 5});
  CHECK(share_of(all, memorized) == rate{1, 5});
  // A copy that is none any more at the last evaluation counts by its valid states.
  CHECK(trajectories_of(history_of({"3", "3", "2"}), {.tail = 3})[0].became == valid_novel);
  CHECK(trajectories_of(history_of({"3", "3", "1"}))[0].became == stuck);  // the tail is the last evaluation
  CHECK(trajectories_of(h, {.tail = 5, .stuck_below = 0.3})[1].became == stuck);
  CHECK(trajectories_of(h, {.tail = 5, .valid_from = 0.6})[2].became == valid_novel);
}

TEST_CASE("trajectories: the first step counts, not the last") {
  auto const all = trajectories_of(history_of({"02", "21", "32", "03"}));
  CHECK(all[0] == trajectory{20, 30, final_class::stuck});
  CHECK(all[1] == trajectory{10, 40, final_class::memorized});
}

TEST_CASE("transitions: a window holds both ends of a transition, and rates know their visits") {
  auto const h = history_of({"01", "11", "13", "23"});
  CHECK(transitions_of(h).of(sample_state::invalid, sample_state::invalid) == rate{2, 4});
  CHECK(transitions_of(h).of(sample_state::invalid, sample_state::memorized) == rate{1, 4});
  CHECK(transitions_of(h, {20, 30}).of(sample_state::invalid, sample_state::memorized) == rate{1, 2});
  CHECK(transitions_of(h, {20, 29}).of(sample_state::invalid, sample_state::memorized) == rate{0, 0});
  CHECK(transitions_of(h, {11, 40}).of(sample_state::ambiguous, sample_state::invalid) == rate{0, 0});
  CHECK(transitions_of({}).of(sample_state::novel, sample_state::novel) == rate{0, 0});
}

state_history with_neighbours() {
  state_history out;
  out.add(1, {{}, {}, {}, {}, state_list{"012"}, {5, 3, 2}, {7, 1, 0}});
  out.add(4, {{}, {}, {}, {}, state_list{"032"}, {4, 0, 2}, {7, 1, 6}});
  out.add(9, {{}, {}, {}, {}, state_list{"333"}, {0, 0, 0}, {7, 2, 2}});
  return out;
}

TEST_CASE("changes: what changed, when, and how near to a training board before and after") {
  auto const changes = changes_of(with_neighbours());
  REQUIRE(changes.size() == 3);
  CHECK(changes[0].sample == 1);
  CHECK(changes[0].step_before == 1);
  CHECK(changes[0].step_after == 4);
  CHECK(changes[0].from == sample_state::invalid);
  CHECK(changes[0].to == sample_state::memorized);
  CHECK(changes[0].nearest_before == neighbour{1, 3});
  CHECK(changes[0].nearest_after == neighbour{1, 0});
  CHECK(changes[1].sample == 0);
  CHECK(changes[1].nearest_before == neighbour{7, 4});
  CHECK(changes[2].nearest_before == neighbour{6, 2});
  CHECK(changes[2].nearest_after == neighbour{2, 0});
  CHECK(changes_of(with_neighbours(), {4, 9}).size() == 2);
  CHECK_FALSE(changes_of(history_of({"0", "1"}))[0].nearest_before.has_value());
}

TEST_CASE("arrivals: the first copy of each training board") {
  auto const arrived = arrivals_of(with_neighbours(), 8);
  std::vector<std::optional<std::uint64_t>> expected(8);
  expected[1] = 4;
  expected[2] = 9;
  expected[7] = 9;
  CHECK(arrived == expected);
  CHECK_THROWS_WITH_AS(
      (void)arrivals_of(with_neighbours(), 7), "arrivals_of: expected boards below 7, got 7 at step 9", range_error);
  CHECK_THROWS_WITH_AS((void)arrivals_of(history_of({"3"}), 1),
                       "arrivals_of: expected states with their nearest boards, got none at step 10",
                       range_error);
}

TEST_CASE("trajectories: a tail without evaluations is refused") {
  CHECK_THROWS_WITH_AS((void)trajectories_of(history_of({"1", "1"}), {.tail = 3}),
                       "trajectories_of: expected a tail of 1 to 2 evaluations, got 3",
                       range_error);
  CHECK_THROWS_AS((void)trajectories_of(history_of({"1"}), {.tail = 0}), range_error);
  CHECK_THROWS_AS((void)trajectories_of({}), range_error);
}

}  // namespace
