// SPDX-License-Identifier: MIT
#include <regula/data/board_set.hpp>
#include <regula/oracles/denoiser.hpp>
#include <regula/oracles/empirical.hpp>
#include <regula/oracles/independent.hpp>
#include <regula/oracles/population.hpp>
#include <regula/random/stream.hpp>
#include <regula/rules/all.hpp>
#include <regula/samplers/heun.hpp>

#include "support/golden_oracles.hpp"
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using namespace regula;

TEST_CASE("oracle_denoiser: samples of a batch do not see each other, in either precision") {
  oracle_denoiser const denoise{population{exact_k<6, 2>{}}, pm1{}};
  std::vector<double> const x{0.1, 0.5, -0.3, 1.2, -0.9, 0.2, -0.4, 0.8, 0.6, -1.1, 0.3, 0.7};
  std::vector<double> both_samples(12), alone(6);
  denoise(std::span<double const>{x}, 0.8, std::span<double>{both_samples});
  denoise(std::span<double const>{x}.last(6), 0.8, std::span<double>{alone});
  CHECK(std::ranges::equal(alone, std::span{both_samples}.last(6)));
  std::vector<float> const single(x.begin(), x.end());
  std::vector<float> out(12);
  denoise(std::span<float const>{single}, 0.8, std::span<float>{out});
  for (std::size_t i = 0; i < 12; ++i)
    CHECK(static_cast<double>(out[i]) == doctest::Approx(both_samples[i]).epsilon(1e-5));
}

TEST_CASE("oracle_denoiser: wrong sizes and scales are refused") {
  oracle_denoiser const denoise{population{latin_square<4>{}}, one_hot_pm1{}};
  CHECK(denoise.values() == 64);
  std::vector<double> x(63), out(64);
  CHECK_THROWS_WITH_AS(denoise(std::span<double const>{x}, 1, std::span<double>{out}),
                       doctest::Contains("of 64 values, got 63 and 64"),
                       shape_error);
  x.resize(64);
  CHECK_THROWS_WITH_AS(denoise(std::span<double const>{x}, 0, std::span<double>{out}),
                       doctest::Contains("sigma > 0, got 0"),
                       range_error);
}

TEST_CASE("oracle_denoiser: every reference trajectory of Heun's method") {
  CHECK(test::golden_oracles().at("heun").size() == 4);
  auto const follow = [](test::json const& entry, auto const& rule, auto const& denoise) {
    heun const sampler{.levels    = entry.at("levels"),
                       .sigma_max = entry.at("sigma_max"),
                       .sigma_min = entry.at("sigma_min"),
                       .rho       = entry.at("rho")};
    auto x = entry.at("noise").get<std::vector<double>>();
    for (double& v : x)
      v *= sampler.sigma_max;
    auto const sigmas = sampler.sigmas();
    REQUIRE(sigmas.size() == entry.at("sigmas").size());
    for (std::size_t i = 0; i < sigmas.size(); ++i)
      CHECK(sigmas[i] == doctest::Approx(entry.at("sigmas")[i].get<double>()).epsilon(1e-13));
    std::size_t seen = 0;
    stream unused{0, purpose::test, 0, 0};
    sampler.integrate<double>(
        denoise,
        std::span{x},
        1,
        [&](std::size_t) -> stream& { return unused; },
        [&](std::size_t level, std::span<double const> now) {
          auto const kept = entry.at("kept").get<std::vector<std::size_t>>();
          auto const at   = std::ranges::find(kept, level);
          if (at == kept.end()) return;
          auto const& theirs = entry.at("x").at(static_cast<std::size_t>(at - kept.begin()));
          for (std::size_t i = 0; i < now.size(); ++i)
            CHECK(now[i] == doctest::Approx(theirs[i].get<double>()).epsilon(1e-9));
          ++seen;
        });
    CHECK(seen == entry.at("kept").size());
    std::vector<token> board;
    for (double const v : x)
      board.push_back(pm1{}.decode(std::array{static_cast<float>(v)}, 2));
    CHECK(board == entry.at("board").get<std::vector<token>>());
    constexpr std::size_t D = std::remove_cvref_t<decltype(rule)>::cell_count;
    CHECK(rule.holds(cells<D>{board}) == entry.at("holds").get<bool>());
  };
  for (test::json const& entry : test::golden_oracles().at("heun")) {
    test::json const& rule = entry.at("rule");
    if (entry.at("oracle") == "empirical") {
      board_set<12> training;
      for (test::json const& board : entry.at("training"))
        training.push_back(test::board_from<12>(board));
      follow(entry, group_parity<12, 3>{}, oracle_denoiser{empirical<12, 2>{training}, pm1{}});
    } else if (rule.at("kind") == "exact_k") {
      REQUIRE(rule.at("params") == test::json{{"cells", 10}, {"k", 3}});
      follow(entry, exact_k<10, 3>{}, oracle_denoiser{population{exact_k<10, 3>{}}, pm1{}});
    } else {
      REQUIRE(rule.at("params") == test::json{{"cells", 12}, {"group", 3}});
      follow(entry, group_parity<12, 3>{}, oracle_denoiser{population{group_parity<12, 3>{}}, pm1{}});
    }
  }
}

/// The line from a board of signs towards another, as the reference walks it: 150 points, t from -0.5 to 2.
struct line {
  std::array<double, 12> center, end;

  explicit line(test::json const& entry) {
    for (std::size_t i = 0; i < 12; ++i) {
      center[i] = entry.at("center")[i] == 1 ? 1 : -1;
      end[i]    = entry.at("end")[i] == 1 ? 1 : -1;
    }
  }

  static double t_of(std::size_t point) { return -0.5 + 2.5 * static_cast<double>(point) / 149; }

  /// How surely the cell that is least sure keeps the centre's sign; negative outside the basin.
  double certainty(auto const& denoise, double sigma, double t) const {
    auto const out = denoised(denoise, sigma, t);
    double least   = 1;
    for (std::size_t i = 0; i < 12; ++i)
      least = std::min(least, out[i] * center[i]);
    return least;
  }

  std::array<double, 12> denoised(auto const& denoise, double sigma, double t) const {
    std::array<double, 12> x, out;
    for (std::size_t i = 0; i < 12; ++i)
      x[i] = center[i] + t * (end[i] - center[i]);
    denoise(std::span<double const>{x}, sigma, std::span<double>{out});
    return out;
  }
};

/// Walks from the start in steps of +1 or -1 to the first point outside: where it is, or the end of the grid, and the
/// edge by bisection.
void check_edge(auto const& certainty, int step, test::json const& entry, std::string const& side) {
  auto const outside = [&](int point) { return certainty(line::t_of(static_cast<std::size_t>(point))) < 0; };
  int const last     = step > 0 ? 149 : 0;
  int point          = entry.at("start_index");
  while (point != last && !outside(point))
    point += step;
  bool const fails = outside(point);
  CHECK(fails == entry.at(step > 0 ? "fails_above" : "fails_below").get<bool>());
  CHECK(line::t_of(static_cast<std::size_t>(point)) == doctest::Approx(entry.at("t_" + side).get<double>()));
  REQUIRE(entry.at("exact_t_" + side).is_null() == !fails);
  if (!fails) return;
  double in = line::t_of(static_cast<std::size_t>(point - step)), out = line::t_of(static_cast<std::size_t>(point));
  for (int i = 0; i < 60; ++i)
    (certainty((in + out) / 2) < 0 ? out : in) = (in + out) / 2;
  CHECK(std::abs(in - entry.at("exact_t_" + side).get<double>()) < 1e-9);
}

void check_basin(auto const& denoise, test::json const& entry) {
  line const walk{entry};
  double const sigma   = entry.at("sigma");
  auto const certainty = [&](double t) { return walk.certainty(denoise, sigma, t); };
  std::size_t inside = 0, nearest = 0;
  double margin = 1;
  for (std::size_t point = 0; point < 150; ++point) {
    double const t = line::t_of(point);
    if (certainty(t) > 0) ++inside;
    for (double const value : walk.denoised(denoise, sigma, t))
      margin = std::min(margin, std::abs(value));
    if (std::abs(t) < std::abs(line::t_of(nearest))) nearest = point;
  }
  CHECK(inside == entry.at("inside_count").get<std::size_t>());
  CHECK(margin == doctest::Approx(entry.at("margin").get<double>()).epsilon(1e-9));
  CHECK(nearest == entry.at("start_index").get<std::size_t>());
  CHECK((certainty(line::t_of(nearest)) > 0) == entry.at("inside_at_start").get<bool>());
  check_edge(certainty, +1, entry, "high");
  check_edge(certainty, -1, entry, "low");
  std::size_t changed = 0;
  auto const at_end   = walk.denoised(denoise, sigma, 2);
  for (std::size_t i = 0; i < 12; ++i)
    if (at_end[i] * walk.center[i] < 0) ++changed;
  CHECK(changed == entry.at("hamming_at_end_of_line").get<std::size_t>());
}

TEST_CASE("oracle_denoiser: where lines leave the basin of their centre, in every reference case") {
  board_set<12> training;
  for (test::json const& board : test::golden_oracle("empirical", "group_parity_12_3").at("training"))
    training.push_back(test::board_from<12>(board));
  oracle_denoiser const learner{population{group_parity<12, 3>{}}, pm1{}};
  oracle_denoiser const plain{population{automaton_rule{group_parity<12, 3>{}}}, pm1{}};
  oracle_denoiser const copyist{empirical<12, 2>{training}, pm1{}};
  CHECK(test::golden_oracles().at("basin").size() == 48);
  for (test::json const& entry : test::golden_oracles().at("basin")) {
    INFO(entry.at("oracle").get<std::string>() << " towards " << entry.at("toward").get<std::string>());
    if (entry.at("oracle") == "population") {
      check_basin(learner, entry);
      check_basin(plain, entry);
    } else {
      check_basin(copyist, entry);
    }
  }
}

}  // namespace
