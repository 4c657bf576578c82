// SPDX-License-Identifier: MIT
#include <regula/pipeline/schedule.hpp>

#include "../../support/golden_clocks.hpp"
#include <doctest/doctest.h>

#include <algorithm>
#include <initializer_list>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace {

using regula::evaluation_schedule;
using regula::step_range;
using regula::test::golden_clocks;
using steps = std::vector<std::uint64_t>;

TEST_CASE("schedule: every reference schedule") {
  auto const& cases = golden_clocks().at("schedule");
  REQUIRE(cases.size() == 4);
  for (auto const& g : cases) {
    std::uint64_t const last = g.at("steps");
    CAPTURE(last);
    evaluation_schedule from_file;
    for (auto const& r : g.at("ranges"))
      from_file.ranges.push_back({r.at(0), r.at(1), r.at(2)});
    auto const paper = evaluation_schedule::paper();
    REQUIRE(paper.ranges.size() == from_file.ranges.size());

    auto all = paper.steps_to(last);
    CHECK(all == from_file.steps_to(last));
    CHECK(all.size() == g.at("with_final_step").get<std::size_t>());
    CHECK(all.back() == last);
    all.pop_back();
    CHECK(all.size() == g.at("evaluations").get<std::size_t>());
    CHECK(std::accumulate(all.begin(), all.end(), std::uint64_t{0}) == std::stoull(g.at("sum").get<std::string>()));
    steps const first = g.at("first"), tail = g.at("last");
    CHECK(std::equal(first.begin(), first.end(), all.begin()));
    CHECK(std::equal(tail.rbegin(), tail.rend(), all.rbegin()));

    for (std::uint64_t step = 0; step < std::min<std::uint64_t>(last, 120'000); ++step)
      if (paper.contains(step) != std::binary_search(all.begin(), all.end(), step)) FAIL_CHECK("step ", step);
  }
}

TEST_CASE("schedule: the published one goes on beyond its table") {
  auto const paper = evaluation_schedule::paper();
  CHECK_NOTHROW(paper.check());
  CHECK(paper.contains(100'000 + 1'024 * 10'000));
  CHECK_FALSE(paper.contains(100'000 + 1'024 * 10'000 + 1));
}

TEST_CASE("schedule: every n steps, and the last") {
  CHECK(evaluation_schedule::every(4).steps_to(10) == steps{0, 4, 8, 10});
  CHECK(evaluation_schedule::every(5).steps_to(10) == steps{0, 5, 10});
  CHECK(evaluation_schedule::every(5).steps_to(0) == steps{0});
  CHECK(evaluation_schedule::every(5).contains(0));
  CHECK(evaluation_schedule::every(5).contains(15));
  CHECK_FALSE(evaluation_schedule::every(5).contains(16));
}

TEST_CASE("schedule: without ranges only the last step remains") {
  CHECK(evaluation_schedule{}.steps_to(7) == steps{7});
  CHECK_FALSE(evaluation_schedule{}.contains(7));
}

TEST_CASE("schedule: ranges are half-open, and the steps between them are not evaluated") {
  evaluation_schedule const gap{.ranges = {{0, 10, 5}, {13, 20, 5}}};
  CHECK(gap.steps_to(30) == steps{0, 5, 13, 18, 30});
  for (std::uint64_t step = 0; step < 30; ++step)
    CHECK(gap.contains(step) == (step == 0 || step == 5 || step == 13 || step == 18));
}

TEST_CASE("schedule: steps near the largest integer do not wrap") {
  constexpr auto huge = step_range::unbounded;
  CHECK(evaluation_schedule::every(huge / 2).steps_to(huge) == steps{0, huge / 2, huge - 1, huge});
}

TEST_CASE("schedule: geometric steps in closed form") {
  CHECK(evaluation_schedule::geometric(4, 1'000).steps_to(1'000) == steps{1, 10, 100, 1'000});
  CHECK(evaluation_schedule::geometric(11, 1'024).steps_to(1'024) ==
        steps{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1'024});
  CHECK(evaluation_schedule::geometric(5, 8).steps_to(8) == steps{1, 2, 4, 8});  // 1, 1.68, 2.83, 4.76, 8
  CHECK(evaluation_schedule::geometric(9, 1).steps_to(1) == steps{1});
  CHECK(evaluation_schedule::geometric(2, 50).ranges == std::vector<step_range>{{1, 2, 1}, {50, 51, 1}});
}

TEST_CASE("schedule: geometric steps hold the checkpoints of the published figures") {
  auto const checkpoints = evaluation_schedule::geometric(40, 1'000'000);
  for (auto const step : std::initializer_list<std::uint64_t>{49, 7'017, 14'251, 20'309, 119'377, 492'388, 1'000'000}) {
    CAPTURE(step);
    CHECK(checkpoints.contains(step));
  }
  CHECK_NOTHROW(checkpoints.check());
}

TEST_CASE("schedule: ranges that cannot be walked are refused") {
  auto const check = [](std::vector<step_range> ranges) { evaluation_schedule{std::move(ranges)}.check(); };
  CHECK_THROWS_WITH_AS(check({{0, 10, 1}, {9, 20, 2}}),
                       "evaluation_schedule: expected ranges [start, end, every) with start >= 10, start < end and "
                       "every >= 1, got [9, 20, 2)",
                       regula::range_error);
  CHECK_THROWS_AS(check({{0, 10, 0}}), regula::range_error);
  CHECK_THROWS_AS(check({{10, 10, 1}}), regula::range_error);
  CHECK_THROWS_AS(static_cast<void>(evaluation_schedule{{{0, 10, 0}}}.steps_to(5)), regula::range_error);
  CHECK_FALSE(evaluation_schedule{{{0, 10, 0}}}.contains(5));
  CHECK_NOTHROW(check({{0, 10, 1}, {10, 20, 2}, {30, 40, 3}}));

  CHECK_THROWS_WITH_AS(static_cast<void>(evaluation_schedule::every(0)),
                       "evaluation_schedule::every: expected at least 1 step, got 0",
                       regula::range_error);
  CHECK_THROWS_AS(static_cast<void>(evaluation_schedule::geometric(1, 10)), regula::range_error);
  CHECK_THROWS_AS(static_cast<void>(evaluation_schedule::geometric(5, 0)), regula::range_error);
  CHECK_THROWS_AS(static_cast<void>(evaluation_schedule::geometric(5, (std::uint64_t{1} << 53) + 1)),
                  regula::range_error);
}

}  // namespace
