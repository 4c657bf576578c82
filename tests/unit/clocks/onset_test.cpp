// SPDX-License-Identifier: MIT
#include <regula/clocks/onset.hpp>

#include "../../support/golden_clocks.hpp"
#include <doctest/doctest.h>

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace {

using regula::clock_reading;
using regula::curve;
using regula::onset;
using regula::test::curve_of;
using regula::test::golden_clocks;
using regula::test::optional_of;
using regula::test::reading_of;

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

clock_reading reached(std::uint64_t step, std::uint64_t last) { return {.step = step, .last_step = last}; }
clock_reading censored(std::uint64_t last) { return {.step = std::nullopt, .last_step = last}; }

TEST_CASE("onset: every reference curve") {
  auto const& cases = golden_clocks().at("onset");
  REQUIRE(cases.size() == 19);
  for (auto const& g : cases) {
    CAPTURE(g.at("name").get<std::string>());
    auto const c = curve_of(g.at("steps"), g.at("values"));
    auto const r = onset(c, {.threshold = g.at("threshold"), .run = g.at("run")});
    CHECK(r == reading_of(g.at("onset"), g.at("last_step")));
  }
}

TEST_CASE("first_at_or_above and lag: every reference pair of grokking curves") {
  auto const& cases = golden_clocks().at("grokking");
  REQUIRE(cases.size() == 5);
  for (auto const& g : cases) {
    auto const train      = curve_of(g.at("steps"), g.at("train_accuracy"));
    auto const validation = curve_of(g.at("steps"), g.at("validation_accuracy"));
    auto const& last      = g.at("steps").back();
    for (auto const& [level, expected] : g.at("levels").items()) {
      CAPTURE(level);
      auto const early = regula::first_at_or_above(train, std::stod(level));
      auto const late  = regula::first_at_or_above(validation, std::stod(level));
      CHECK(early == reading_of(expected.at("train"), last));
      CHECK(late == reading_of(expected.at("validation"), last));
      CHECK(regula::lag(early, late) == optional_of<std::int64_t>(expected.at("gap")));
    }
  }
}

TEST_CASE("onset: a curve without evaluations has no last step") {
  CHECK(onset({}, {}) == clock_reading{});
  CHECK(regula::first_at_or_above({}, 0.5) == clock_reading{});
  CHECK(onset({}, {}).is_censored());
}

TEST_CASE("onset: missing values are never above, and keep their step as looked at") {
  curve const c{.steps = {0, 10, 20}, .values = {missing, missing, missing}};
  CHECK(onset(c, {.threshold = -1.0, .run = 1}) == censored(20));
  CHECK(regula::first_at_or_above(c, -1.0) == censored(20));
}

TEST_CASE("onset: a missing value inside a run starts it again") {
  curve const c{.steps = {1, 2, 3, 4, 5, 6}, .values = {1, 1, missing, 1, 1, 1}};
  CHECK(onset(c, {.threshold = 0.5, .run = 2}) == reached(1, 6));
  CHECK(onset(c, {.threshold = 0.5, .run = 3}) == reached(4, 6));
  CHECK(onset(c, {.threshold = 0.5, .run = 4}) == censored(6));
}

TEST_CASE("onset: the threshold itself is not above it, but is at or above it") {
  curve const c{.steps = {3, 7, 9}, .values = {0.5, 0.5, 0.75}};
  CHECK(onset(c, {.threshold = 0.5, .run = 1}) == reached(9, 9));
  CHECK(onset(c, {.threshold = 0.5, .run = 2}) == censored(9));
  CHECK(regula::first_at_or_above(c, 0.5) == reached(3, 9));
}

TEST_CASE("onset: the run has to fit into the curve") {
  curve const c{.steps = {0, 1, 2}, .values = {1, 1, 1}};
  CHECK(onset(c, {.threshold = 0.5, .run = 3}) == reached(0, 2));
  CHECK(onset(c, {.threshold = 0.5, .run = 4}) == censored(2));
}

TEST_CASE("onset: the criterion defaults to five evaluations above 0.90") {
  curve const c{.steps = {0, 1, 2, 3, 4, 5}, .values = {0.90, 0.91, 0.91, 0.91, 0.91, 0.91}};
  CHECK(onset(c, {}) == reached(1, 5));
}

TEST_CASE("onsets: one reading per threshold, in their order") {
  curve const c{.steps = {0, 1, 2}, .values = {0.2, 0.4, 0.6}};
  constexpr std::array thresholds{0.5, 0.1, 0.9};
  CHECK(regula::onsets(c, thresholds, 1) == std::vector{reached(2, 2), reached(0, 2), censored(2)});
  CHECK(regula::onsets(c, thresholds) == std::vector{censored(2), censored(2), censored(2)});
}

TEST_CASE("lag: signed, and none unless both were reached") {
  CHECK(regula::lag(reached(10, 99), reached(4, 99)) == std::optional<std::int64_t>{-6});
  CHECK(regula::lag(reached(4, 99), reached(10, 99)) == std::optional<std::int64_t>{6});
  CHECK_FALSE(regula::lag(reached(4, 99), censored(99)).has_value());
  CHECK_FALSE(regula::lag(censored(99), reached(4, 99)).has_value());
}

TEST_CASE("onset: bad curves and criteria are refused by name") {
  curve const repeated{.steps = {0, 5, 5}, .values = {0, 0, 0}};
  curve const uneven{.steps = {0, 5}, .values = {0}};
  CHECK_THROWS_WITH_AS(static_cast<void>(onset(repeated, {})),
                       "onset: expected strictly increasing steps, got 5 after 5",
                       regula::range_error);
  CHECK_THROWS_WITH_AS(static_cast<void>(regula::first_at_or_above(repeated, 0.5)),
                       "first_at_or_above: expected strictly increasing steps, got 5 after 5",
                       regula::range_error);
  CHECK_THROWS_WITH_AS(static_cast<void>(onset(uneven, {})),
                       "onset: expected one value per step, got 2 steps and 1 values",
                       regula::shape_error);
  CHECK_THROWS_WITH_AS(static_cast<void>(onset({}, {.threshold = 0.5, .run = 0})),
                       "onset: expected a run of at least 1 evaluation, got 0",
                       regula::range_error);
  CHECK_THROWS_WITH_AS(static_cast<void>(onset({}, {.threshold = missing, .run = 1})),
                       "onset: expected a threshold that is a number, got NaN",
                       regula::range_error);
  CHECK_THROWS_WITH_AS(static_cast<void>(regula::first_at_or_above({}, missing)),
                       "first_at_or_above: expected a threshold that is a number, got NaN",
                       regula::range_error);
}

}  // namespace
