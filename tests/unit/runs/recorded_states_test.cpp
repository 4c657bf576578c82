// SPDX-License-Identifier: MIT
#include <regula/runs/record.hpp>
#include <regula/runs/recorded_states.hpp>

#include "../../support/scratch_folder.hpp"
#include "../../support/scripted_engine.hpp"
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>

namespace {

namespace rg = regula;
using regula::test::content_of;
using regula::test::put;
using regula::test::scratch_folder;

void check_equal(rg::state_history const& a, rg::state_history const& b) {
  REQUIRE(a.evaluations() == b.evaluations());
  for (std::size_t e = 0; e < a.evaluations(); ++e) {
    auto const &x = a.at(e), &y = b.at(e);
    CHECK(a.step(e) == b.step(e));
    CHECK(x.states == y.states);
    CHECK(x.distance == y.distance);
    CHECK(x.nearest == y.nearest);
    CHECK(x.ambiguous == y.ambiguous);
    CHECK(x.invalid == y.invalid);
    CHECK(x.novel == y.novel);
    CHECK(x.memorized == y.memorized);
  }
}

TEST_CASE("read_states: the states of a recorded run are those that its steps had") {
  auto const plan = rg::compose(rg::group_parity<8, 2>{},
                                rg::dit<rg::size{.width = 16, .depth = 1, .heads = 2}>{},
                                rg::denoising{},
                                rg::sample_states{.by = rg::judging::signs});
  rg::settings s{.train_size = 9, .steps = 6, .batch = 2, .seed = 7};
  s.evaluation = {.schedule = rg::evaluation_schedule::every(2), .samples = 5, .sampler = rg::heun{.levels = 2}};
  scratch_folder const scratch;
  auto run = rg::train(plan, s, rg::test::scripted_engine{.learned = 3});
  rg::state_history seen;
  for (auto const& step : rg::record(run, scratch / "run"))
    if (step.evaluated()) seen.add(step.index, step.value<rg::sample_states>());
  REQUIRE(seen.evaluations() == 4);
  CHECK(rg::is_valid(seen.state(3, 0)));  // all symbols 1
  check_equal(rg::read_states(scratch / "run"), seen);
  CHECK(rg::read_run(scratch / "run")["probes"].dump().find("signs") != std::string::npos);

  auto const text = content_of(scratch / "run/metrics.jsonl");
  put(scratch / "run/metrics.jsonl", text.substr(0, text.size() - 20));  // cut off in the last line
  auto const cut = rg::read_states(scratch / "run");
  CHECK(cut.evaluations() == 3);
  CHECK(cut.step(2) == 4);
}

TEST_CASE("read_states: a record without states is refused by line") {
  scratch_folder const scratch;
  auto const path    = scratch / "metrics.jsonl";
  auto const refused = [&](std::string const& text) {
    put(path, text);
    CHECK_THROWS_WITH_AS(
        (void)rg::read_states(scratch.path()), doctest::Contains("metrics.jsonl line 2"), rg::file_error);
  };
  std::string const good = R"({"step": 1, "sample_states": {"states": "01", "distance": [], "nearest": []}})";
  refused(good + "\n" + R"({"step": 2})" + "\n" + good);
  refused(good + "\n" + R"({"step": 2, "sample_states": {"states": 5, "distance": [], "nearest": []}})");
  refused(good + "\n" + R"({"step": "x", "sample_states": {"states": "01", "distance": [], "nearest": []}})" + "\n");
  refused(good + "\nnothing\n" + good + "\n");
  put(path, good + "\n" + good + "\n");
  CHECK_THROWS_AS((void)rg::read_states(scratch.path()), rg::range_error);  // the same step again
  put(path, good + "\n");
  CHECK(rg::read_states(scratch.path()).state(0, 1) == rg::sample_state::invalid);
  CHECK_THROWS_AS((void)rg::read_states(scratch / "nowhere"), rg::file_error);
}

}  // namespace
