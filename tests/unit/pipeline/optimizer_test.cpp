// SPDX-License-Identifier: MIT
#include <regula/io/safetensors.hpp>
#include <regula/pipeline/optimizer.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace {

using regula::adam;
using regula::adamw;
using regula::ema_momentum;
using regula::learning_rate;
using regula::optimizer;
using regula::range_error;
using regula::rate_course;
using regula::sgd;

regula::named_tensors const& golden() {
  static auto const file = regula::read_safetensors(std::string{REGULA_GOLDEN_DIR} + "/schedules.safetensors");
  return file;
}

TEST_CASE("learning_rate: every stored factor") {
  auto const steps          = golden().at("steps").values<std::int64_t>();
  std::uint64_t const total = std::stoul(golden().note("total"));
  for (std::string const group : {"warmup", "no_warmup"})
    for (auto const& [name, course] : {std::pair{"constant", rate_course::constant},
                                       {"linear", rate_course::linear},
                                       {"cosine", rate_course::cosine}}) {
      CAPTURE(group);
      CAPTURE(name);
      learning_rate const rate{
          .base = 0.5, .course = course, .warm_up = group == "warmup" ? std::stoul(golden().note("warmup")) : 0};
      auto const expected = golden().at(group + "/" + name).values<double>();
      REQUIRE(expected.size() == steps.size());
      for (std::size_t i = 0; i < steps.size(); ++i) {
        auto const n = static_cast<std::uint64_t>(steps[i]);
        CHECK(std::abs(rate.factor(n, total) - expected[i]) < 1e-12);
        CHECK(std::abs(rate.at(n, total) - 0.5 * expected[i]) < 1e-12);
      }
    }
}

TEST_CASE("learning_rate: a warm-up as long as the run, or longer, divides by nothing that is 0") {
  learning_rate const rate{.course = rate_course::cosine, .warm_up = 10};
  CHECK(rate.factor(0, 10) == 0);
  CHECK(rate.factor(9, 10) == 0.9);
  CHECK(rate.factor(10, 10) == 1);
  CHECK(rate.factor(5, 3) == 0.5);
}

TEST_CASE("ema_momentum: every stored momentum, and the average that it gives") {
  auto const parameters = golden().at("ema/parameters").values<float>();  // [6, 7], row 0 the start
  for (std::string const kind : {"slow", "capped"}) {
    CAPTURE(kind);
    double const largest = std::stod(golden().note("ema_" + kind));
    auto const momentum  = golden().at("ema/" + kind + "/momentum").values<double>();
    auto const average   = golden().at("ema/" + kind + "/average").values<float>();
    std::vector<double> e(parameters.begin(), parameters.begin() + 7);
    for (std::size_t n = 1; n <= momentum.size(); ++n) {
      double const m = ema_momentum(largest, n);
      CHECK(std::abs(m - momentum[n - 1]) < 1e-12);
      for (std::size_t j = 0; j < 7; ++j) {
        e[j] += (1 - m) * (static_cast<double>(parameters[n * 7 + j]) - e[j]);
        CHECK(std::abs(e[j] - static_cast<double>(average[(n - 1) * 7 + j])) < 1e-6);
      }
    }
  }
}

TEST_CASE("optimizer: names for records") {
  CHECK(regula::name_of(optimizer{adam{}}) == "adam");
  CHECK(regula::name_of(optimizer{adamw{}}) == "adamw");
  CHECK(regula::name_of(optimizer{sgd{}}) == "sgd");
}

TEST_CASE("optimizer: settings that cannot be meant are refused with their names") {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  for (optimizer const& good : {optimizer{adam{}}, optimizer{adamw{}}, optimizer{sgd{}}, optimizer{adam{.beta1 = 0}}})
    CHECK_NOTHROW(regula::check(good));
  CHECK_THROWS_WITH_AS(
      regula::check(optimizer{adam{.beta1 = 1}}), "adam: expected beta1 in [0, 1), got 1", range_error);
  CHECK_THROWS_WITH_AS(
      regula::check(optimizer{adamw{.beta2 = -0.5}}), "adamw: expected beta2 in [0, 1), got -0.5", range_error);
  CHECK_THROWS_WITH_AS(regula::check(optimizer{adam{.epsilon = 0}}), "adam: expected epsilon > 0, got 0", range_error);
  CHECK_THROWS_WITH_AS(regula::check(optimizer{adamw{.decay = -1}}), "adamw: expected decay >= 0, got -1", range_error);
  CHECK_THROWS_WITH_AS(
      regula::check(optimizer{sgd{.momentum = 1.5}}), "sgd: expected momentum in [0, 1), got 1.5", range_error);
  CHECK_THROWS_AS(regula::check(optimizer{adam{.beta1 = nan}}), range_error);
  CHECK_THROWS_AS(regula::check(optimizer{adamw{.decay = nan}}), range_error);
  CHECK_THROWS_AS(regula::check(optimizer{sgd{.momentum = nan}}), range_error);
  CHECK_NOTHROW(regula::check(learning_rate{}));
  CHECK_THROWS_WITH_AS(regula::check(learning_rate{.base = 0}), "learning_rate: expected base > 0, got 0", range_error);
  CHECK_THROWS_AS(regula::check(learning_rate{.base = nan}), range_error);
}

}  // namespace
