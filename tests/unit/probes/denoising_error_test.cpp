// SPDX-License-Identifier: MIT
#include <regula/oracles/denoiser.hpp>
#include <regula/oracles/empirical.hpp>
#include <regula/oracles/independent.hpp>
#include <regula/oracles/population.hpp>
#include <regula/probes/denoising_error.hpp>
#include <regula/rules/group_parity.hpp>
#include <regula/rules/row_only.hpp>
#include <regula/runs/json.hpp>
#include <regula/testing/laws.hpp>

#include "support/golden_oracles.hpp"
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace regula;

template <class R, class View>
denoising_error::result measured(denoising_error const& probe,
                                 R const& rule,
                                 View const& view,
                                 data_split<R::cell_count> const& data,
                                 std::uint64_t step = 0) {
  board_set<R::cell_count> const none;
  return probe.measure(evaluation<R, View>{rule, step, data, none, {}, view, {1, purpose::probe, step}});
}

/// Returns everything as it came, or a constant.
struct plain_view {
  double keep     = 1;
  double constant = 0;
  [[nodiscard]] static pm1 encoding() { return {}; }
  void operator()(std::span<double const> x, double, std::span<double> out) const {
    for (std::size_t j = 0; j < x.size(); ++j)
      out[j] = keep * x[j] + constant;
  }
};

struct no_encoding {
  void operator()(std::span<double const>, double, std::span<double>) const {}
};

using rule_type = group_parity<12, 3>;
static_assert(Probe<denoising_error> && Measures<denoising_error, rule_type, plain_view>);
static_assert(!Measures<denoising_error, rule_type, no_encoding>);
static_assert(!Measures<denoising_error, rule_type, laws::detail::no_view>);

void check_within(double mean, double error, double expected, double error_of_expected = 0) {
  INFO("expected " << expected << ", got " << mean << " +- " << error);
  CHECK(error > 0);
  CHECK(std::abs(mean - expected) < 5 * std::hypot(error, error_of_expected));
}

TEST_CASE("denoising_error: what is handed through is off by sigma^2, a constant by 1") {
  rule_type const rule;
  auto const data = draw_split(rule, {.train = 64, .held_out = 64, .control = 500}, 3);
  auto const same = measured({.scales = 3, .sigma_min = 0.01, .sigma_max = 10, .draws = 20}, rule, plain_view{}, data);
  CHECK(same.sigma[1] == doctest::Approx(std::sqrt(0.1)));
  for (std::size_t s = 0; s < 3; ++s) {
    double const variance = same.sigma[s] * same.sigma[s];
    check_within(same.training.mean[s], same.training.standard_error[s], variance);
    check_within(same.control.mean[s], same.control.standard_error[s], variance);
    // n^2 of a normal number has variance 2.
    CHECK(same.training.standard_error[s] == doctest::Approx(variance * std::sqrt(2.0 / (64 * 20 * 12))).epsilon(0.4));
    CHECK(same.gap.mean[s] == same.held_out.mean[s] - same.training.mean[s]);
    check_within(same.gap.mean[s], same.gap.standard_error[s], 0);
  }
  CHECK(same.training.boards == 64);
  CHECK(same.control.boards == 256);
  auto const zero = measured({}, rule, plain_view{0, 0}, data);
  for (double const mean : zero.training.mean)
    CHECK(mean == doctest::Approx(1));
  for (error_bin const& bin : zero.bins)
    CHECK(bin.control.mean == doctest::Approx(1));
}

TEST_CASE("denoising_error: the population is as far off as exact integrals say, on training and held-out alike") {
  for (auto const& entry : test::golden_oracles().at("dsm").at("oracles")) {
    double const sigma = entry.at("sigma");
    if (entry.at("cells") != 12 || sigma < 0.5) continue;
    if (!entry.at("population_on_valid").contains("exact")) continue;
    auto const check = [&]<std::size_t G>(group_parity<12, G> rule) {
      if (entry.at("group") != G) return;
      INFO("G = " << G << ", sigma = " << sigma);
      auto const data = draw_split(rule, {.train = 32, .held_out = 32, .control = 100}, 5);
      denoising_error const probe{.scales = 1, .sigma_min = sigma, .sigma_max = sigma, .draws = 100};
      auto const knows     = measured(probe, rule, oracle_denoiser{population{rule}, pm1{}}, data);
      double const on_rule = entry.at("population_on_valid").at("exact");
      check_within(knows.training.mean[0], knows.training.standard_error[0], on_rule);
      check_within(knows.held_out.mean[0], knows.held_out.standard_error[0], on_rule);
      check_within(knows.gap.mean[0], knows.gap.standard_error[0], 0);
      // The control boards are a sample themselves: the standard error over boards knows.
      check_within(knows.control.mean[0], knows.control.standard_error[0], entry.at("population_on_random").at("mean"));
      auto const blind = measured(probe, rule, oracle_denoiser{independent_of(population{rule}), pm1{}}, data);
      check_within(blind.control.mean[0], blind.control.standard_error[0], entry.at("independent").at("exact"));
    };
    check(group_parity<12, 2>{});
    check(group_parity<12, 3>{});
    check(group_parity<12, 4>{});
  }
}

TEST_CASE("denoising_error: memory of the training set has its error on all other boards") {
  auto const& golden = test::golden_oracles().at("dsm").at("empirical");
  rule_type const rule;
  data_split<12> data;
  for (auto const& board : golden.at("training")) {
    auto const tokens = board.get<std::vector<token>>();
    data.index_of_training.insert(cells<12>{tokens});
    data.training.push_back(cells<12>{tokens});
  }
  for (std::size_t n = 0; n < 4096; ++n) {
    std::array<token, 12> board{};
    for (std::size_t i = 0; i < 12; ++i)
      board[i] = static_cast<token>(n >> i & 1);
    if (rule.holds(board) && !data.index_of_training.contains(board)) data.held_out.push_back(board);
  }
  REQUIRE(data.held_out.size() == golden.at("held_out_count"));
  data.control = draw_control<rule_type>(2000, 4);
  oracle_denoiser const copies{empirical_of(rule, data.training), pm1{}};
  for (auto const& at : golden.at("by_sigma")) {
    double const sigma = at.at("sigma");
    if (sigma < 0.5) continue;  // below, errors come from rare draws
    INFO("sigma = " << sigma);
    denoising_error const probe{.scales = 1, .sigma_min = sigma, .sigma_max = sigma, .draws = 40, .boards = 4096};
    auto const found = measured(probe, rule, copies, data);
    for (auto const& [curve, key] : {std::pair{&found.training, "on_training"},
                                     std::pair{&found.held_out, "on_held_out"},
                                     std::pair{&found.control, "on_random"}})
      check_within(curve->mean[0], curve->standard_error[0], at.at(key).at("mean"), at.at(key).at("standard_error"));
    if (sigma < 1) CHECK(found.gap.mean[0] > 10 * found.gap.standard_error[0]);
  }
}

TEST_CASE("denoising_error: bins hold the scales between their ends, the last one its upper end too") {
  rule_type const rule;
  auto const data  = draw_split(rule, {.train = 16, .held_out = 16}, 3);
  auto const found = measured({}, rule, plain_view{}, data);
  REQUIRE(found.bins.size() == 12);
  std::uint64_t all = 0, middle = 0;
  for (std::size_t b = 0; b < 5; ++b)
    all += found.bins[b].scales;
  for (std::size_t b = 5; b < 12; ++b)
    middle += found.bins[b].scales;
  CHECK(all == 50);
  CHECK(middle == found.bins[2].scales);
  CHECK(found.bins[5].low == 0.2);
  CHECK(found.bins[11].high == doctest::Approx(2));
  double sum = 0;
  for (std::size_t s = 0; s < 50; ++s)
    if (found.sigma[s] >= 0.2 && found.sigma[s] < 2) sum += found.held_out.mean[s];
  CHECK(found.bins[2].held_out.mean == doctest::Approx(sum / static_cast<double>(found.bins[2].scales)));
  CHECK(found.bins[2].gap.mean == found.bins[2].held_out.mean - found.bins[2].training.mean);
  CHECK(found.bins[2].gap.standard_error > found.bins[2].training.standard_error);
  CHECK(found.bins[2].gap.count == 16);
  // No control boards: nothing is made up.
  CHECK(std::isnan(found.bins[2].control.mean));
  CHECK(std::isnan(found.control.mean[0]));
  CHECK(found.control.boards == 0);
  auto const narrow = measured({.scales = 2, .sigma_min = 1, .sigma_max = 1.1}, rule, plain_view{}, data);
  CHECK(narrow.bins[0].scales == 0);
  CHECK(std::isnan(narrow.bins[0].training.mean));
}

TEST_CASE("denoising_error: the noise is the same at every evaluation, and NaN of a model is seen") {
  rule_type const rule;
  auto const data = draw_split(rule, {.train = 16, .held_out = 16, .control = 4}, 3);
  denoising_error const probe{.scales = 4, .draws = 1};
  CHECK(measured(probe, rule, plain_view{}, data, 0).training.mean ==
        measured(probe, rule, plain_view{}, data, 700).training.mean);
  auto const lost = measured(probe, rule, plain_view{0, std::numeric_limits<double>::quiet_NaN()}, data);
  CHECK(std::isnan(lost.training.mean[0]));
}

TEST_CASE("denoising_error: other encodings, laws and records") {
  row_only<4> const rows;
  auto const data = draw_split(rows, {.train = 8, .held_out = 8, .control = 8}, 3);
  denoising_error const probe{.scales = 3, .sigma_min = 0.01, .sigma_max = 100, .draws = 2};
  auto const found =
      measured(probe, rows, oracle_denoiser{empirical_of(rows, data.training), one_hot_zero_mean{}}, data);
  CHECK(found.training.mean[0] < 1e-20);
  // At vast noise the best is the mean board: 1/4 of the channels is off by 3/4 and the others by 1/4, on the whole
  // 3/16, less what 8 boards differ from the population.
  CHECK(found.control.mean[2] == doctest::Approx(0.1875).epsilon(0.3));
  CHECK(laws::probe(probe, rule_type{}, {}, plain_view{}).empty());
  auto const json = to_json(found);
  CHECK(json.at("bins").size() == 12);
  CHECK(json.at("gap").at("mean").size() == 3);
}

TEST_CASE("denoising_error: settings that make no curve are refused") {
  auto const data = draw_split(rule_type{}, {.train = 2}, 3);
  auto const with = [&](denoising_error const& probe) { return measured(probe, rule_type{}, plain_view{}, data); };
  CHECK_THROWS_AS(static_cast<void>(with({.draws = 0})), range_error);
  CHECK_THROWS_AS(static_cast<void>(with({.scales = 0})), range_error);
  CHECK_THROWS_AS(static_cast<void>(with({.scales = 1})), range_error);
  CHECK_THROWS_AS(static_cast<void>(with({.sigma_min = 0})), range_error);
  CHECK_THROWS_WITH(static_cast<void>(with({.scales = 4, .sigma_min = 2, .sigma_max = 1})),
                    "denoising_error: expected 0 < sigma_min < sigma_max, or one scale and both equal, got 4 scales "
                    "from 2 to 1");
}

}  // namespace
