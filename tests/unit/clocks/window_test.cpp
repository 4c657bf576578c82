// SPDX-License-Identifier: MIT
#include <regula/clocks/window.hpp>

#include "../../support/golden_clocks.hpp"
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace {

using regula::clock_reading;
using regula::curve;
using regula::innovation_window;
using regula::test::curve_of;
using regula::test::golden_clocks;
using regula::test::json;
using regula::test::optional_of;
using regula::test::reading_of;

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

void check_window(innovation_window const& w, json const& expected) {
  auto const& last = expected.at("last_step");
  CHECK(w.tau_rule == reading_of(expected.at("tau_rule"), last));
  CHECK(w.tau_mem == reading_of(expected.at("tau_mem"), last));
  CHECK(w.width() == optional_of<std::int64_t>(expected.at("width")));
  CHECK(w.width_at_least() == optional_of<std::int64_t>(expected.at("width_at_least")));
  CHECK(to_string(w.status()) == expected.at("status").get<std::string>());
  CHECK(w.is_retrieval() == expected.at("retrieval").get<bool>());
}

template <std::size_t N>
void check_onsets(curve const& c, std::array<double, N> const& thresholds, std::size_t run, json const& expected) {
  auto const readings = regula::onsets(c, thresholds, run);
  REQUIRE(expected.size() == N);
  REQUIRE(readings.size() == N);
  for (std::size_t i = 0; i < N; ++i) {
    CAPTURE(thresholds[i]);
    CHECK(thresholds[i] == expected[i].at("threshold").get<double>());
    CHECK(readings[i] == reading_of(expected[i].at("onset"), c.steps.back()));
  }
}

TEST_CASE("window: every reference pair of curves") {
  auto const& cases = golden_clocks().at("window");
  REQUIRE(cases.size() == 7);
  for (auto const& g : cases) {
    CAPTURE(g.at("name").get<std::string>());
    std::size_t const run = g.at("run");
    auto const rule       = curve_of(g.at("steps"), g.at("rule_accuracy"));
    auto const memory     = curve_of(g.at("steps"), g.at("memorization"));
    innovation_window const w{.tau_rule = regula::tau_rule(rule, {.threshold = g.at("rule_threshold"), .run = run}),
                              .tau_mem  = regula::onset(memory, {.threshold = g.at("memory_threshold"), .run = run})};
    check_window(w, g);

    auto const novel = regula::innovation_of(rule, memory);
    CHECK(novel.steps == rule.steps);
    CHECK(novel.values == g.at("innovation").get<std::vector<double>>());  // exact: all values are multiples of 2^-11
    check_onsets(novel, regula::novel_thresholds, run, g.at("novel_onsets"));
    check_onsets(rule, regula::rule_thresholds, run, g.at("grid").at("rule"));
    check_onsets(memory, regula::memory_thresholds, run, g.at("grid").at("memory"));
  }
}

TEST_CASE("window: every published pair of onsets") {
  auto const& cases = golden_clocks().at("table_windows");
  REQUIRE(cases.size() == 11);
  for (auto const& g : cases) {
    CAPTURE(g.dump());
    check_window({.tau_rule = reading_of(g.at("tau_rule"), g.at("last_step")),
                  .tau_mem  = reading_of(g.at("tau_mem"), g.at("last_step"))},
                 g);
  }
}

TEST_CASE("tau_mem: every reference curve with the threshold of its support") {
  auto const& cases = golden_clocks().at("adaptive_memory");
  REQUIRE(cases.size() == 8);
  for (auto const& g : cases) {
    CAPTURE(g.at("support").get<std::string>());
    auto const c              = curve_of(g.at("steps"), g.at("values"));
    auto const& last          = g.at("steps").back();
    std::uint64_t const train = g.at("train_size");
    double const support      = std::stod(g.at("support").get<std::string>());
    double const base         = g.at("base");
    double const expected     = g.at("threshold");
    double const threshold    = regula::adaptive_memory_threshold(train, support, base);
    CHECK(std::abs(threshold - expected) <= 2 * std::numeric_limits<double>::epsilon() * expected);
    CHECK(regula::tau_mem(c, train, support) == reading_of(g.at("onset"), last));
    CHECK(regula::onset(c, {.threshold = base, .run = 5}) == reading_of(g.at("onset_at_fixed_threshold"), last));
  }
}

TEST_CASE("adaptive_memory_threshold: closed forms") {
  CHECK(regula::adaptive_memory_threshold(0, 1) == 0.10);
  CHECK(regula::adaptive_memory_threshold(1, 4) == 0.35);
  CHECK(regula::adaptive_memory_threshold(3, 4, 0.25) == 1.0);
}

TEST_CASE("tau_mem: base and run are the caller's") {
  curve const c{.steps = {0, 1, 2}, .values = {0.5, 0.75, 0.8}};
  CHECK(regula::tau_mem(c, 1, 4, {.threshold = 0.25, .run = 2}).step == std::optional<std::uint64_t>{1});
  CHECK(regula::tau_mem(c, 1, 4, {.threshold = 0.25, .run = 3}).is_censored());
}

TEST_CASE("tau_mem: five evaluations above 0.10 by default") {
  curve const four{.steps = {0, 1, 2, 3, 4}, .values = {0.0, 0.2, 0.2, 0.2, 0.2}};
  curve const five{.steps = {0, 1, 2, 3, 4, 5}, .values = {0.1, 0.2, 0.2, 0.2, 0.2, 0.2}};
  CHECK(regula::tau_mem(four, 0, 4).is_censored());
  CHECK(regula::tau_mem(five, 0, 4) == clock_reading{.step = 1, .last_step = 5});
}

TEST_CASE("tau_rule: strictly above 0.90 for five evaluations") {
  curve const c{.steps = {0, 1, 2, 3, 4, 5}, .values = {0.90, 0.91, 0.91, 0.91, 0.91, 0.91}};
  CHECK(regula::tau_rule(c) == clock_reading{.step = 1, .last_step = 5});
}

TEST_CASE("window: the lower bound ends where memory was last looked for") {
  innovation_window const w{.tau_rule = {.step = 30, .last_step = 100},
                            .tau_mem  = {.step = std::nullopt, .last_step = 80}};
  CHECK(w.width_at_least() == std::optional<std::int64_t>{50});
  innovation_window const nothing_recorded{.tau_rule = {.step = 30, .last_step = 100}, .tau_mem = {}};
  CHECK_FALSE(nothing_recorded.width_at_least().has_value());
}

TEST_CASE("window: one name for each status") {
  using enum regula::window_status;
  std::set<std::string_view> names;
  for (auto const s : {open, closed, open_at_end, memory_only, neither})
    names.insert(to_string(s));
  CHECK(names == std::set<std::string_view>{"open", "closed", "open_at_end", "memory_only", "neither"});
}

TEST_CASE("innovation_of: clipped below, missing where either curve is") {
  curve const rule{.steps = {0, 1, 2, 3}, .values = {0.25, 0.75, missing, 1.0}};
  curve const memory{.steps = {0, 1, 2, 3}, .values = {0.5, 0.25, 0.0, missing}};
  auto const novel = regula::innovation_of(rule, memory);
  CHECK(novel.values[0] == 0.0);
  CHECK(novel.values[1] == 0.5);
  CHECK(std::isnan(novel.values[2]));
  CHECK(std::isnan(novel.values[3]));
  CHECK(regula::innovation_of({}, {}).steps.empty());
}

TEST_CASE("innovation_of: curves of different evaluations are refused") {
  curve const two{.steps = {0, 1}, .values = {0, 0}};
  curve const three{.steps = {0, 1, 2}, .values = {0, 0, 0}};
  curve const shifted{.steps = {0, 3}, .values = {0, 0}};
  curve const falling{.steps = {1, 0}, .values = {0, 0}};
  CHECK_THROWS_WITH_AS(static_cast<void>(regula::innovation_of(two, three)),
                       "innovation_of: expected curves of one length, got 2 and 3 evaluations",
                       regula::shape_error);
  CHECK_THROWS_WITH_AS(static_cast<void>(regula::innovation_of(two, shifted)),
                       "innovation_of: expected both curves at the same steps, got 1 and 3",
                       regula::range_error);
  CHECK_THROWS_WITH_AS(static_cast<void>(regula::innovation_of(falling, two)),
                       "innovation_of: expected strictly increasing steps, got 0 after 1",
                       regula::range_error);
  CHECK_THROWS_WITH_AS(static_cast<void>(regula::innovation_of(two, falling)),
                       "innovation_of: expected strictly increasing steps, got 0 after 1",
                       regula::range_error);
}

TEST_CASE("adaptive_memory_threshold: impossible sizes are refused") {
  auto const threshold = [](std::uint64_t n, double s, double b) {
    static_cast<void>(regula::adaptive_memory_threshold(n, s, b));
  };
  CHECK_THROWS_WITH_AS(threshold(5, 4, 0.1),
                       "adaptive_memory_threshold: expected a train_size of at most the support 4, got 5",
                       regula::range_error);
  CHECK_THROWS_AS(threshold(0, 0, 0.1), regula::range_error);
  CHECK_THROWS_AS(threshold(0, missing, 0.1), regula::range_error);
  CHECK_THROWS_AS(threshold(0, std::numeric_limits<double>::infinity(), 0.1), regula::range_error);
  CHECK_THROWS_AS(threshold(0, 4, missing), regula::range_error);
  CHECK_NOTHROW(threshold(4, 4, 0.1));
}

}  // namespace
