// SPDX-License-Identifier: MIT
#include <regula/clocks/grokking.hpp>

#include "../../support/golden_clocks.hpp"
#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace {

using regula::curve;
using regula::grokking;
using regula::grokking_gap;
using regula::test::curve_of;
using regula::test::golden_clocks;
using regula::test::optional_of;
using regula::test::reading_of;

TEST_CASE("grokking: every reference pair of curves at every level") {
  auto const& cases = golden_clocks().at("grokking");
  REQUIRE(cases.size() == 5);
  for (auto const& g : cases) {
    auto const training = curve_of(g.at("steps"), g.at("train_accuracy"));
    auto const held_out = curve_of(g.at("steps"), g.at("validation_accuracy"));
    auto const& last    = g.at("steps").back();
    for (auto const& [level, expected] : g.at("levels").items()) {
      CAPTURE(level);
      auto const found = grokking(training, held_out, std::stod(level));
      CHECK(found.training == reading_of(expected.at("train"), last));
      CHECK(found.held_out == reading_of(expected.at("validation"), last));
      CHECK(found.gap() == optional_of<std::int64_t>(expected.at("gap")));
    }
  }
}

TEST_CASE("grokking: where one curve is censored the gap is bounded from its side, where both are it is not") {
  curve const early{{10, 20, 30}, {0.5, 1, 1}}, never{{10, 20, 30}, {0.5, 0.5, 0.5}};
  auto const waiting = grokking(early, never);
  CHECK(waiting.gap() == std::nullopt);
  CHECK(waiting.gap_above() == 10);
  CHECK(waiting.gap_below() == std::nullopt);
  auto const reversed = grokking(never, early);
  CHECK(reversed.gap() == std::nullopt);
  CHECK(reversed.gap_above() == std::nullopt);
  CHECK(reversed.gap_below() == -10);
  CHECK(grokking(never, never).gap_above() == std::nullopt);
  CHECK(grokking(never, never).gap_below() == std::nullopt);
  auto const both = grokking(early, early);
  CHECK(both.gap() == 0);
  CHECK(both.gap_above() == std::nullopt);
  CHECK(both.gap_below() == std::nullopt);
}

TEST_CASE("grokking: the level itself counts, a missing value does not, and no evaluations give no bounds") {
  double const missing = std::numeric_limits<double>::quiet_NaN();
  CHECK(grokking({{1, 2, 3}, {missing, 0.99, 1}}, {{1, 2, 3}, {0.5, 0.98, 0.99}}).gap() == 1);
  CHECK(grokking({}, {}) == grokking_gap{});
  CHECK(grokking({}, {}).gap_above() == std::nullopt);
  CHECK_THROWS_AS((void)grokking({}, {}, missing), regula::range_error);
}

}  // namespace
