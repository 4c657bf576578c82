// SPDX-License-Identifier: MIT
#include <regula/oracles/denoiser.hpp>
#include <regula/oracles/empirical.hpp>
#include <regula/oracles/independent.hpp>
#include <regula/oracles/population.hpp>
#include <regula/probes/basin_profile.hpp>
#include <regula/rules/group_parity.hpp>
#include <regula/rules/row_only.hpp>
#include <regula/runs/json.hpp>
#include <regula/testing/laws.hpp>

#include "support/golden_oracles.hpp"
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace {

using namespace regula;
using rule_type = group_parity<12, 3>;

template <class R, class View>
basin_profile::result measured(basin_profile const& probe,
                               R const& rule,
                               View const& view,
                               data_split<R::cell_count> const& data,
                               std::uint64_t step = 0) {
  board_set<R::cell_count> const none;
  return probe.measure(evaluation<R, View>{rule, step, data, none, {}, view, {1, purpose::probe, step}});
}

/// Adds the same to every number: with signs, what is less than that below 0 or above changes its sign.
struct shifting_view {
  double by = 0;
  [[nodiscard]] static pm1 encoding() { return {}; }
  void operator()(std::span<double const> x, double, std::span<double> out) const {
    std::ranges::transform(x, out.begin(), [&](double v) { return v + by; });
  }
};

static_assert(Probe<basin_profile> && Measures<basin_profile, rule_type, shifting_view>);
static_assert(!Measures<basin_profile, rule_type, laws::detail::no_view>);

basin_lines const& lines_of(basin_profile::result const& r, std::string const& family) {
  auto const found = std::ranges::find(r.lines, family, &basin_lines::family);
  REQUIRE(found != r.lines.end());
  return *found;
}

/// The training set of the exact values, and all other boards held out.
data_split<12> golden_split() {
  data_split<12> data;
  for (auto const& board : test::golden_oracles().at("dsm").at("empirical").at("training")) {
    auto const tokens = board.get<std::vector<token>>();
    data.index_of_training.insert(cells<12>{tokens});
    data.training.push_back(cells<12>{tokens});
  }
  for (std::size_t n = 0; n < 4096; ++n) {
    std::array<token, 12> board{};
    for (std::size_t i = 0; i < 12; ++i)
      board[i] = static_cast<token>(n >> i & 1);
    if (rule_type{}.holds(board) && !data.index_of_training.contains(board)) data.held_out.push_back(board);
  }
  return data;
}

TEST_CASE("basin_profile: edges, widths and lengths of single lines are those of exact denoisers") {
  auto const all = golden_split();
  std::map<std::string, std::string> const families{{"invalid", "training_to_invalid"},
                                                    {"valid_novel", "training_to_novel"},
                                                    {"other_training", "training_to_training"}};
  std::size_t seen = 0;
  for (auto const& entry : test::golden_oracles().at("basin")) {
    auto const center     = entry.at("center").get<std::vector<token>>();
    auto const end        = entry.at("end").get<std::vector<token>>();
    auto const at         = all.index_of_training.find(cells<12>{center});
    double const sigma    = entry.at("sigma");
    auto const toward     = entry.at("toward").get<std::string>();
    auto const neighbours = std::map<std::string, std::optional<std::array<token, 12>>>{
        {"invalid", invalid_neighbour(rule_type{}, cells<12>{center})},
        {"valid_novel", novel_neighbour(rule_type{}, cells<12>{center}, all)},
        {"other_training", training_neighbour(rule_type{}, cells<12>{center}, all)}};
    REQUIRE(at);
    // One line alone: the end is chosen among all boards, the centre is the first of the training set.
    data_split<12> data;
    data.index_of_training = all.index_of_training;
    data.training.push_back(cells<12>{center});
    for (cells<12> const x : all.training)
      data.training.push_back(x);
    auto const expected_end = neighbours.at(toward);
    REQUIRE(expected_end);
    if (!std::ranges::equal(*expected_end, end)) continue;  // another board just as near
    auto const check = [&](auto const& oracle) {
      INFO(toward << ", sigma = " << sigma << ", " << oracle.name());
      auto const found =
          measured({.centres = 1, .sigma = sigma, .bootstrap = 0}, rule_type{}, oracle_denoiser{oracle, pm1{}}, data);
      auto const& line = lines_of(found, families.at(toward));
      CHECK(line.lines == 1);
      CHECK(line.width.mean == doctest::Approx(entry.at("width_t").get<double>()).epsilon(1e-12));
      CHECK(line.width_l2.mean == doctest::Approx(entry.at("width_l2").get<double>()).epsilon(1e-12));
      CHECK(line.starts_inside.count == entry.at("inside_at_start").get<bool>());
      CHECK(line.ends_above.count == entry.at("fails_above").get<bool>());
      CHECK(line.ends_below.count == entry.at("fails_below").get<bool>());
      CHECK(std::ranges::count(line.inside.mean, 1.0) == entry.at("inside_count").get<int>());
      CHECK(line.away.mean.back() == entry.at("hamming_at_end_of_line").get<double>());
      CHECK(std::isnan(line.width.low));
    };
    if (entry.at("oracle") == "population")
      check(population{rule_type{}});
    else
      check(empirical_of(rule_type{}, all.training));
    ++seen;
  }
  CHECK(seen == 48);
}

TEST_CASE("basin_profile: the rule has basins alike around all boards, memory around training boards only") {
  auto const data       = golden_split();
  auto const centres    = data.training.size();
  basin_profile const p = {.centres = centres, .sigma = 0.5, .bootstrap = 200};
  auto const knows      = measured(p, rule_type{}, oracle_denoiser{population{rule_type{}}, pm1{}}, data);
  for (std::string const to : {"_to_invalid", "_to_novel"}) {
    auto const &trained = lines_of(knows, "training" + to), &unseen = lines_of(knows, "held_out" + to);
    CHECK(trained.lines == centres);
    CHECK(unseen.lines == centres);
    CHECK(trained.starts_inside == rate{centres, centres});
    CHECK(unseen.starts_inside == rate{centres, centres});
    // Every board is like every other under the group of the rule.
    CHECK(trained.width.mean == doctest::Approx(unseen.width.mean));
  }
  auto const copies = measured(p, rule_type{}, oracle_denoiser{empirical_of(rule_type{}, data.training), pm1{}}, data);
  auto const &trained = lines_of(copies, "training_to_invalid"), &unseen = lines_of(copies, "held_out_to_invalid");
  CHECK(trained.starts_inside == rate{centres, centres});
  // A board between training boards that are equally near can be the sign of their mean.
  CHECK(unseen.starts_inside.count <= 2);
  CHECK(trained.width.mean > lines_of(knows, "training_to_invalid").width.mean);
  CHECK(unseen.width.mean < 0.1);
  CHECK(unseen.ends_above == rate{centres, centres});
  CHECK(lines_of(copies, "held_out_to_training").width.mean < 0.1);
  // Signs alone: the edge to an invalid board is halfway, where the sign is 0 and fails.
  auto const blind = measured({.points = 11, .t_low = -0.5},
                              rule_type{},
                              oracle_denoiser{independent_of(population{rule_type{}}), pm1{}},
                              data);
  CHECK(lines_of(blind, "training_to_invalid").width.mean == doctest::Approx(1.0));
  CHECK(lines_of(blind, "training_to_invalid").width_l2.mean == doctest::Approx(2.0));
  CHECK(blind.t[4] == doctest::Approx(0.5));
}

TEST_CASE("basin_profile: profiles, distances, and a value in the middle that is outside") {
  auto const data  = golden_split();
  auto const found = measured({.centres = 3, .points = 6, .bootstrap = 0}, rule_type{}, shifting_view{}, data);
  auto const& line = lines_of(found, "training_to_invalid");
  // t = -0.5, 0, 0.5, 1, 1.5, 2 and D(x) = x: one cell of x is off by 2 t.
  std::vector<double> const inside{1, 1, 0, 0, 0, 0}, away{0, 0, 1, 1, 1, 1}, distance{1, 0, 1, 2, 3, 4};
  CHECK(line.inside.mean == inside);
  CHECK(line.away.mean == away);
  CHECK(line.distance.mean == distance);
  CHECK(line.width.mean == 1.0);  // from the end of the line at -0.5 to the first point outside
  CHECK(line.ends_below == rate{0, 3});
  CHECK(line.ends_above == rate{3, 3});
  auto const lost = measured({.centres = 3, .points = 6}, rule_type{}, shifting_view{std::nan("")}, data);
  CHECK(lines_of(lost, "training_to_novel").starts_inside == rate{0, 3});
  CHECK(lines_of(lost, "training_to_novel").away.mean[1] == 12);
  CHECK(std::isnan(lines_of(lost, "training_to_novel").distance.mean[1]));
}

TEST_CASE("basin_profile: bands hold the mean and narrow with the root of the number of lines") {
  auto const data = golden_split();
  // Ends of different kinds make widths that differ: towards the nearest training board with the empirical oracle.
  oracle_denoiser const copies{empirical_of(rule_type{}, data.training), pm1{}};
  auto const found = measured({.centres = 24, .sigma = 1}, rule_type{}, copies, data);
  for (basin_lines const& line : found.lines) {
    CHECK(line.width.low <= line.width.mean);
    CHECK(line.width.high >= line.width.mean);
  }
  auto const& line = lines_of(found, "training_to_invalid");
  REQUIRE(line.width.standard_error > 0);
  // The bootstrap's deviation is sqrt(23/24) of the standard error, its 5 % to 95 % nearly 2 x 1.645 of them.
  CHECK((line.width.high - line.width.low) / (3.29 * line.width.standard_error) == doctest::Approx(0.98).epsilon(0.1));
  CHECK(measured({.centres = 24, .sigma = 1}, rule_type{}, copies, data, 900).lines[0].width.low ==
        found.lines[0].width.low);
}

TEST_CASE("basin_profile: a centre without an end is counted, and sets may be empty") {
  group_parity<4, 2> const rule;
  auto const all   = draw_split(rule, {.train = 4}, 3);  // the whole population
  auto const found = measured({.points = 6, .bootstrap = 10}, rule, shifting_view{}, all);
  CHECK(lines_of(found, "training_to_novel").no_end == 4);
  CHECK(lines_of(found, "training_to_novel").lines == 0);
  CHECK(std::isnan(lines_of(found, "training_to_novel").width.mean));
  CHECK(lines_of(found, "training_to_training").lines == 4);
  CHECK(lines_of(found, "held_out_to_invalid").lines == 0);
  CHECK(std::isnan(lines_of(found, "held_out_to_invalid").inside.mean[0]));
}

TEST_CASE("basin_profile: other encodings, laws, records and errors") {
  row_only<4> const rows;
  auto const data  = draw_split(rows, {.train = 6, .held_out = 6}, 3);
  auto const found = measured({.points = 20, .bootstrap = 10},
                              rows,
                              oracle_denoiser{empirical_of(rows, data.training), one_hot_zero_mean{}},
                              data);
  CHECK(lines_of(found, "training_to_invalid").starts_inside == rate{6, 6});
  CHECK(lines_of(found, "held_out_to_invalid").starts_inside == rate{0, 6});
  CHECK(laws::probe(basin_profile{.points = 6, .bootstrap = 10}, rule_type{}, {}, shifting_view{}).empty());
  CHECK(to_json(found).at("lines").at("held_out_to_novel").at("inside").at("mean").size() == 20);
  auto const with = [&](basin_profile const& probe) {
    return measured(probe, rows, oracle_denoiser{empirical_of(rows, data.training), one_hot_pm1{}}, data);
  };
  CHECK_THROWS_AS(static_cast<void>(with({.points = 1})), range_error);
  CHECK_THROWS_AS(static_cast<void>(with({.t_low = 0})), range_error);
  CHECK_THROWS_AS(static_cast<void>(with({.tail = 0.5})), range_error);
  CHECK_THROWS_WITH(static_cast<void>(with({.sigma = 0})),
                    "basin_profile: expected sigma > 0, at least 2 points from t_low < 0 to t_high > 0 and a tail in "
                    "(0, 1/2), got sigma 0, 150 points from -0.5 to 2, tail 0.05");
}

}  // namespace
