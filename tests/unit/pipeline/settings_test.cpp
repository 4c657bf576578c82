// SPDX-License-Identifier: MIT
#include <regula/pipeline/settings.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <string>

namespace {

using regula::settings;
using regula::weights_kind;

/// What check() says of the settings; empty if nothing.
std::string complaint(settings const& s) {
  try {
    regula::check(s);
    return {};
  } catch (regula::range_error const& e) {
    return e.what();
  }
}

TEST_CASE("settings: the defaults can be meant") {
  CHECK(complaint({}) == "");
  CHECK(complaint({.clip = 1, .ema = 0.9999, .evaluation = {.weights = weights_kind::average}}) == "");
}

TEST_CASE("settings: each that cannot be meant is refused in one sentence") {
  double const infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(complaint({.train_size = 0}) == "settings: expected train_size of at least 1, got 0");
  CHECK(complaint({.steps = 0}) == "settings: expected steps of at least 1, got 0");
  CHECK(complaint({.batch = 0}) == "settings: expected batch of at least 1, got 0");
  CHECK(complaint({.clip = -1}) == "settings: expected clip >= 0 (0 is off), got -1");
  CHECK(complaint({.clip = infinity}) == "settings: expected clip >= 0 (0 is off), got inf");
  CHECK(complaint({.clip = nan}) == "settings: expected clip >= 0 (0 is off), got nan");
  CHECK(complaint({.ema = 1}) == "settings: expected ema in [0, 1) (0 is off), got 1");
  CHECK(complaint({.ema = nan}) == "settings: expected ema in [0, 1) (0 is off), got nan");
  CHECK(complaint({.evaluation = {.weights = weights_kind::average}}) ==
        "settings: evaluation.weights is average, but ema is 0: set ema, for instance 0.9999");
  CHECK(complaint({.evaluation = {.samples = 0}}) == "settings: expected evaluation.samples of at least 1, got 0");
}

TEST_CASE("settings: their parts are checked too") {
  CHECK(complaint({.optimizer = regula::sgd{.momentum = 2}}) == "sgd: expected momentum in [0, 1), got 2");
  CHECK(complaint({.rate = {.base = -1}}) == "learning_rate: expected base > 0, got -1");
  CHECK(complaint({.evaluation = {.sampler = regula::heun{.levels = 0}}}) == "heun: expected at least 1 level, got 0");
  CHECK(complaint({.evaluation = {.schedule = {.ranges = {{5, 5, 1}}}}}) ==
        "evaluation_schedule: expected ranges [start, end, every) with start >= 0, start < end and every >= 1, got "
        "[5, 5, 1)");
}

}  // namespace
