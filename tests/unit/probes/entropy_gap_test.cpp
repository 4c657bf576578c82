// SPDX-License-Identifier: MIT
#include <regula/oracles/empirical.hpp>
#include <regula/oracles/population.hpp>
#include <regula/oracles/symbol_views.hpp>
#include <regula/probes/entropy_gap.hpp>
#include <regula/rules/all.hpp>
#include <regula/runs/json.hpp>
#include <regula/testing/laws.hpp>

#include "support/golden_memory.hpp"
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

namespace {

using namespace regula;

using rule_type = group_parity<12, 3>;

/// Four cells of six symbols. The first cell says which of the reference's boards it is.
struct any_board {
  static constexpr std::size_t cell_count = 4;
  static constexpr token alphabet         = 6;
  [[nodiscard]] bool holds(cells<4>) const noexcept { return true; }
  void draw(auto& rng, cells_out<4> x) const {
    for (token& cell : x)
      cell = pick(rng, alphabet);
  }
};

/// The reference's distributions: those of training boards 0, 1, 2, then those of synthetic ones.
struct reference_view {
  void operator()(std::span<token const> z, double, std::span<double> out) const {
    auto const& sets = test::golden_memory().at("entropy").at("sets");
    for (std::size_t i = 0; i < z.size(); ++i) {
      std::size_t const which = z[i / 4 * 4];
      auto const& p           = sets.at(which < 3 ? "training" : "synthetic").at(which % 3).at(i % 4);
      for (std::size_t v = 0; v < 6; ++v)
        out[i * 6 + v] = std::log(p.at(v).get<double>());
    }
  }
};

entropy_gap::result of_reference(entropy_gap const& probe = {}) {
  any_board const rule;
  data_split<4> data;
  board_set<4> samples;
  for (token which = 0; which < 6; ++which)
    (which < 3 ? data.training : samples).push_back(std::array<token, 4>{which, 0, 0, 0});
  reference_view const view;
  return probe.measure(evaluation<any_board, reference_view>{rule, 0, data, samples, {}, view, {1, purpose::probe}});
}

static_assert(Probe<entropy_gap> && Measures<entropy_gap, rule_type, oracle_masked_view<population<rule_type>>>);

TEST_CASE("entropy_gap: the reference's means over boards and their difference") {
  auto const& right     = test::golden_memory().at("entropy");
  auto const found      = of_reference();
  auto const check_mean = [](mean_value const& m, std::vector<double> const& each) {
    double const mean = std::accumulate(each.begin(), each.end(), 0.0) / static_cast<double>(each.size());
    double squares    = 0;
    for (double const v : each)
      squares += (v - mean) * (v - mean);
    CHECK(m.mean == doctest::Approx(mean).epsilon(1e-12));
    CHECK(m.standard_error == doctest::Approx(std::sqrt(squares / 6)).epsilon(1e-9));
    CHECK(m.count == 3);
  };
  auto const& means = right.at("sequence_means");
  check_mean(found.real, means.at("training").get<std::vector<double>>());
  check_mean(found.synthetic, means.at("synthetic").get<std::vector<double>>());
  CHECK(found.gap.mean == doctest::Approx(right.at("gap_synthetic_minus_training").get<double>()).epsilon(1e-12));
  CHECK(found.gap.standard_error ==
        doctest::Approx(std::hypot(found.real.standard_error, found.synthetic.standard_error)));
}

TEST_CASE("entropy_gap: histograms have the same bins, over both sets, and all values") {
  auto const found = of_reference({.bins = 10});
  auto const total = [](histogram const& h) { return std::accumulate(h.counts.begin(), h.counts.end(), 0ULL); };
  for (auto const* d : {&found.by_cell, &found.by_board}) {
    CHECK(d->real.low == d->synthetic.low);
    CHECK(d->real.high == d->synthetic.high);
    CHECK(d->real.counts.size() == 10);
  }
  CHECK(total(found.by_cell.real) == 12);
  CHECK(total(found.by_cell.synthetic) == 12);
  auto const& means = test::golden_memory().at("entropy").at("sequence_means");
  double const low = means.at("training").at(1).get<double>(), high = means.at("synthetic").at(1).get<double>();
  CHECK(found.by_board.real.low == doctest::Approx(low).epsilon(1e-12));
  CHECK(found.by_board.real.high == doctest::Approx(high).epsilon(1e-12));
  std::vector<std::uint64_t> real(10), own(10);
  for (std::size_t i = 0; i < 3; ++i) {
    auto const bin = [&](double v) {
      return std::min<std::size_t>(9, static_cast<std::size_t>((v - low) / (high - low) * 10));
    };
    ++real[bin(means.at("training").at(i).get<double>())];
    ++own[bin(means.at("synthetic").at(i).get<double>())];
  }
  CHECK(found.by_board.real.counts == real);
  CHECK(found.by_board.synthetic.counts == own);
}

TEST_CASE("entropy_gap: none for who knows the rule nor for who copies, open for samples that are neither") {
  rule_type const rule;
  auto const data = draw_split(rule, {32, 200, 8}, 9);
  auto const gap  = [&](auto const& view, board_set<12> const& samples, double t) {
    using view_type = std::remove_cvref_t<decltype(view)>;
    return entropy_gap{.t = t}.measure(
        evaluation<rule_type, view_type>{rule, 0, data, samples, {}, view, {1, purpose::probe}});
  };
  auto const knows  = oracle_redrawn_view{population{rule}};
  auto const copies = oracle_redrawn_view{empirical_of(rule, data.training)};
  CHECK(std::abs(gap(knows, data.held_out, 0.3).gap.mean) < 1e-9);
  auto const own = gap(copies, data.training, 1e-5);
  CHECK(std::abs(own.gap.mean) < 1e-12);
  CHECK(own.real.mean < 0.01);
  auto const seen = gap(copies, data.training, 0.3).gap, other = gap(copies, data.held_out, 0.3).gap;
  CHECK(std::abs(seen.mean) < 4 * seen.standard_error);
  CHECK(other.mean > 3 * other.standard_error);
}

TEST_CASE("entropy_gap: laws, samples without symbols, and what is written") {
  entropy_gap const late{.t = 0.4, .bins = 7};
  CHECK(laws::probe(late, rule_type{}, {}, oracle_redrawn_view{population{rule_type{}}}).empty());
  CHECK(laws::probe(late, rule_type{}, {}, oracle_masked_view{population{rule_type{}}}).empty());
  any_board const rule;
  data_split<4> const none;
  board_set<4> samples;
  samples.push_back(std::array<token, 4>{0, 0, no_token, 0});
  reference_view const view;
  auto const found = entropy_gap{}.measure(
      evaluation<any_board, reference_view>{rule, 0, none, samples, {}, view, {1, purpose::probe}});
  CHECK(found.undecodable == rate{1, 1});
  CHECK(std::isnan(found.gap.mean));
  CHECK(found.by_cell.synthetic.total == 0);
  CHECK(to_json(found).at("by_board").at("real").at("counts").size() == 100);
  CHECK(to_json(late).at("bins") == 7);
}

}  // namespace
