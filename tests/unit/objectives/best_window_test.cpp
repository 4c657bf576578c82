// SPDX-License-Identifier: MIT
#include <regula/objectives/best_window.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstddef>
#include <fstream>
#include <string>
#include <vector>

namespace {

using namespace regula;
using json = nlohmann::json;

json const& golden(char const* section) {
  static json const file = json::parse(std::ifstream{REGULA_GOLDEN_DIR "/masks.json"});
  return file.at(section);
}

bool near(double ours, json const& theirs, double relative = 1e-12) {
  double const right = theirs.get<double>();
  return std::abs(ours - right) <= relative * std::abs(right) + 1e-15;
}

t_window window_of(json const& c) { return {c.at("lo").get<double>(), c.at("hi").get<double>()}; }

TEST_CASE("best_window: signal, noise and recoverable cells at points and in windows of the reference file") {
  REQUIRE(golden("pointwise").size() > 10);
  for (auto const& c : golden("pointwise")) {
    auto const k   = c.at("k").get<std::size_t>();
    double const t = c.at("t").get<double>();
    CHECK(near(signal_share(k, t), c.at("signal")));
    CHECK(near(1 - signal_share(k, t), c.at("noise")));
    CHECK(near(recoverable_share(k, {t, t}), c.at("secret_recoverable")));
    CHECK(near(signal_share(k, t_window{t, t}), c.at("signal"), 1e-12));
  }
  REQUIRE(golden("window").size() > 10);
  for (auto const& c : golden("window")) {
    auto const k = c.at("k").get<std::size_t>();
    auto const w = window_of(c);
    CHECK(near(signal_share(k, w), c.at("signal"), 1e-11));
    CHECK(near(1 - signal_share(k, w), c.at("noise")));
    CHECK(near(recoverable_share(k, w), c.at("secret_recoverable")));
    CHECK(near((w.lo + w.hi) / 2, c.at("mean_t")));
  }
}

TEST_CASE("best_window: the optima of the reference file") {
  REQUIRE(golden("optimal").size() == 9);
  for (auto const& c : golden("optimal")) {
    auto const k = c.at("k").get<std::size_t>();
    CAPTURE(k);
    CHECK(near(best_signal_time(k), c.at("signal_optimal_t")));
    CHECK(near(signal_share(k, best_signal_time(k)), c.at("signal_at_optimal_t")));
    CHECK(near(best_signal_window(k).hi, c.at("best_hi_from_zero"), 1e-11));
    CHECK(near(signal_share(k, best_signal_window(k)), c.at("signal_at_best_hi")));
    CHECK(near(best_sample_window(k).hi, c.at("sample_complexity_hi"), 1e-11));
    CHECK(near(sample_objective(k, best_sample_window(k)), c.at("sample_complexity_objective")));
    CHECK(best_signal_window(k).lo == 0);
    CHECK(best_sample_window(k).lo == 0);
  }
}

TEST_CASE("best_window: how many boards identify the secret") {
  REQUIRE(golden("identifiability").size() == 10);
  for (auto const& c : golden("identifiability")) {
    auto const found = identifiable_from(
        c.at("bits").get<std::size_t>(), c.at("k").get<std::size_t>(), c.at("delta").get<double>(), window_of(c));
    CHECK(near(found.boards, c.at("samples")));
    CHECK(std::ceil(found.boards) == c.at("samples_rounded_up").get<double>());
    CHECK(near(found.second_bound, c.at("second_condition")));
  }
}

TEST_CASE("best_window: floors of the masked loss") {
  REQUIRE(golden("loss_floor").size() == 12);
  for (auto const& c : golden("loss_floor")) {
    auto const bits = c.at("bits").get<std::size_t>(), k = c.at("k").get<std::size_t>();
    CHECK(near(parity_floor(bits, k, window_of(c)), c.at("weight_one_over_t")));
    CHECK(near(parity_floor(bits, k, window_of(c), false), c.at("weight_none"), 1e-11));
  }
}

TEST_CASE("best_window: signals of n-grams and where they are largest") {
  REQUIRE(golden("ngram").size() == 8);
  for (auto const& c : golden("ngram")) {
    std::vector<ngram_weight> weights;
    for (auto const& w : c.at("weights"))
      weights.push_back({.order = w[0].get<std::size_t>(), .weight = w[1].get<double>()});
    ngram_signal_form const form{.squared      = c.at("squared").get<bool>(),
                                 .order_factor = c.at("order_factor").get<bool>()};
    for (auto const& at : c.at("signal_at"))
      CHECK(near(ngram_signal(weights, at[0].get<double>(), form), at[1]));
    double const best = best_ngram_time(weights, form);
    CHECK(near(best, c.at("best_t"), 1e-10));
    CHECK(near(ngram_signal(weights, best, form), c.at("signal_at_best")));
  }
}

TEST_CASE("best_window: of several maxima the larger one") {
  // Bigrams are best at 1/2, 40-grams at 1/40: which one wins is a matter of the weights.
  std::vector<ngram_weight> weights{{.order = 2, .weight = 0.5}, {.order = 40, .weight = 30}};
  CHECK(best_ngram_time(weights) < 0.05);
  weights[1].weight = 1;
  CHECK(best_ngram_time(weights) > 0.45);
}

TEST_CASE("best_window: what has no answer is refused") {
  CHECK_THROWS_WITH_AS((void)best_signal_window(0), "best_signal_window: expected k >= 1, got 0", range_error);
  CHECK_THROWS_AS((void)best_sample_window(0), range_error);
  CHECK_THROWS_AS((void)identifiable_from(4, 5, 0.1, {}), range_error);
  CHECK_THROWS_WITH_AS(
      (void)identifiable_from(4, 2, 1, {}), "identifiable_from: expected delta in (0, 1), got 1", range_error);
  CHECK_THROWS_AS((void)parity_floor(4, 5, {}), range_error);
  std::vector<ngram_weight> const none{{.order = 1, .weight = 1}, {.order = 2, .weight = 0}};
  CHECK_THROWS_WITH_AS((void)best_ngram_time(none),
                       "best_ngram_time: expected a positive weight of an order of at least 2, got 2 weights without",
                       range_error);
}

}  // namespace
