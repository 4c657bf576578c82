// SPDX-License-Identifier: MIT
#include <regula/error.hpp>
#include <regula/probes/state_history.hpp>

#include <doctest/doctest.h>

namespace {

using namespace regula;

sample_states::result seen(char const* states) { return {{}, {}, {}, {}, state_list{states}, {}, {}}; }

TEST_CASE("state_history: what was added, by evaluation and sample") {
  state_history h;
  CHECK(h.evaluations() == 0);
  CHECK(h.samples() == 0);
  h.add(0, seen("012"));
  h.add(7, {{}, {}, {}, {}, state_list{"332"}, {}, {}});
  CHECK(h.evaluations() == 2);
  CHECK(h.samples() == 3);
  CHECK(h.step(1) == 7);
  CHECK(h.state(0, 2) == sample_state::novel);
  CHECK(h.state(1, 0) == sample_state::memorized);
  CHECK(h.at(1).states == state_list{"332"});
}

TEST_CASE("state_history: evaluations that do not go together are refused") {
  state_history h;
  h.add(5, seen("012"));
  CHECK_THROWS_WITH_AS(h.add(5, seen("012")), "state_history: expected a step after 5, got 5", range_error);
  CHECK_THROWS_WITH_AS(h.add(6, seen("01")),
                       "state_history: expected 3 states, and as many distances or none, got 2 states, 0 distances and "
                       "0 places at step 6",
                       shape_error);
  CHECK_THROWS_AS(h.add(6, {{}, {}, {}, {}, state_list{"012"}, {1, 1, 1}, {0, 0, 0}}), shape_error);
  state_history with;
  CHECK_THROWS_AS(with.add(6, {{}, {}, {}, {}, state_list{"012"}, {1, 1, 1}, {0, 0}}), shape_error);
  CHECK_THROWS_AS(with.add(6, {{}, {}, {}, {}, state_list{"012"}, {1, 1}, {0, 0}}), shape_error);
  with.add(6, {{}, {}, {}, {}, state_list{"01"}, {1, 1}, {0, 0}});
  CHECK_THROWS_AS(with.add(8, seen("01")), shape_error);
  CHECK(with.evaluations() == 1);
}

}  // namespace
