// SPDX-License-Identifier: MIT
#include <regula/data/board_index.hpp>
#include <regula/oracles/denoiser.hpp>
#include <regula/oracles/empirical.hpp>
#include <regula/oracles/independent.hpp>
#include <regula/oracles/population.hpp>
#include <regula/random/draws.hpp>
#include <regula/random/stream.hpp>
#include <regula/rules/all.hpp>
#include <regula/samplers/heun.hpp>
#include <regula/testing/detail/rule_laws.hpp>

#include "support/golden_oracles.hpp"
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <string>
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
  auto const follow = [](test::json const& entry, auto const& denoise) {
    heun const sampler{.levels    = entry.at("levels"),
                       .sigma_max = entry.at("sigma_max"),
                       .sigma_min = entry.at("sigma_min"),
                       .rho       = entry.at("rho")};
    auto x = entry.at("noise").get<std::vector<double>>();
    for (double& v : x)
      v *= sampler.sigma_max;
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
  };
  for (test::json const& entry : test::golden_oracles().at("heun")) {
    test::json const& rule = entry.at("rule");
    if (entry.at("oracle") == "empirical") {
      board_set<12> training;
      for (test::json const& board : entry.at("training"))
        training.push_back(test::board_from<12>(board));
      follow(entry, oracle_denoiser{empirical<12, 2>{training}, pm1{}});
    } else if (rule.at("kind") == "exact_k") {
      REQUIRE(rule.at("params") == test::json{{"cells", 10}, {"k", 3}});
      follow(entry, oracle_denoiser{population{exact_k<10, 3>{}}, pm1{}});
    } else {
      REQUIRE(rule.at("params") == test::json{{"cells", 12}, {"group", 3}});
      follow(entry, oracle_denoiser{population{group_parity<12, 3>{}}, pm1{}});
    }
  }
}

TEST_CASE("oracle_denoiser: where lines leave the basin of their centre, in every reference case") {
  board_set<12> training;
  for (test::json const& board : test::golden_oracle("empirical", "group_parity_12_3").at("training"))
    training.push_back(test::board_from<12>(board));
  oracle_denoiser const learner{population{group_parity<12, 3>{}}, pm1{}};
  oracle_denoiser const plain{population{automaton_rule{group_parity<12, 3>{}}}, pm1{}};
  oracle_denoiser const copyist{empirical<12, 2>{training}, pm1{}};
  auto const inside_count = [](auto const& denoise, test::json const& entry) {
    auto const sign    = [](test::json const& symbol) { return symbol == 1 ? 1.0 : -1.0; };
    std::size_t inside = 0;
    for (int point = 0; point < 150; ++point) {
      double const t = -0.5 + 2.5 * point / 149;
      std::array<double, 12> x, out;
      for (std::size_t i = 0; i < 12; ++i)
        x[i] = sign(entry.at("center")[i]) + t * (sign(entry.at("end")[i]) - sign(entry.at("center")[i]));
      denoise(std::span<double const>{x}, entry.at("sigma"), std::span<double>{out});
      bool all = true;
      for (std::size_t i = 0; i < 12; ++i)
        all = all && out[i] * sign(entry.at("center")[i]) > 0;
      inside += all ? 1 : 0;
    }
    return inside;
  };
  CHECK(test::golden_oracles().at("basin").size() == 48);
  for (test::json const& entry : test::golden_oracles().at("basin")) {
    std::size_t const expected = entry.at("inside_count");
    if (entry.at("oracle") == "population") {
      CHECK(inside_count(learner, entry) == expected);
      CHECK(inside_count(plain, entry) == expected);
    } else {
      CHECK(inside_count(copyist, entry) == expected);
    }
  }
}

// Mean squared errors -------------------------------------------------------------------------------------------------

/// The mean of f over G independent standard normal numbers by the trapezoid rule, whose error falls off exponentially.
template <std::size_t G, class F>
double gauss_mean(double step, double reach, F const& f) {
  auto const points = static_cast<std::size_t>(2 * reach / step) + 1;
  std::array<std::size_t, G> at{};
  std::array<double, G> n{};
  double sum = 0;
  for (bool more = true; more;) {
    double weight = 1;
    for (std::size_t i = 0; i < G; ++i) {
      n[i] = -reach + step * static_cast<double>(at[i]);
      weight *= step * std::exp(-n[i] * n[i] / 2) / std::sqrt(2 * std::numbers::pi);
    }
    sum += weight * f(n);
    more = false;
    for (std::size_t i = 0; i < G && !more; ++i)
      if (++at[i] < points)
        more = true;
      else
        at[i] = 0;
  }
  return sum;
}

/// The mean squared error a cell of one group of group parity; the group's own signs are +1 but for `minus` of them,
/// which is without loss of generality.
template <std::size_t G>
double squared_error(double sigma, std::size_t minus, double step) {
  oracle_denoiser const denoise{population{group_parity<G, G>{}}, pm1{}};
  std::array<double, G> x, out;
  return gauss_mean<G>(step, 7, [&](std::array<double, G> const& n) {
    for (std::size_t i = 0; i < G; ++i)
      x[i] = (i < minus ? -1 : 1) + sigma * n[i];
    denoise(std::span<double const>{x}, sigma, std::span<double>{out});
    double sum = 0;
    for (std::size_t i = 0; i < G; ++i)
      sum += std::pow(out[i] - (i < minus ? -1 : 1), 2) / G;
    return sum;
  });
}

template <std::size_t G>
void check_quadrature() {
  for (test::json const& entry : test::golden_oracles().at("dsm").at("oracles")) {
    if (entry.at("group") != G || !entry.at("population_on_valid").contains("exact")) continue;
    double const sigma = entry.at("sigma");
    double const step  = std::min(0.25, 0.4 * sigma);  // the error's poles come nearer as sigma falls
    CAPTURE(sigma);
    double const valid = squared_error<G>(sigma, 0, step), invalid = squared_error<G>(sigma, 1, step);
    CHECK(std::abs(valid - entry.at("population_on_valid").at("exact").get<double>()) < 1e-7);
    CHECK(std::abs((valid + invalid) / 2 - entry.at("population_on_random").at("exact").get<double>()) < 1e-7);
  }
}

TEST_CASE("population: squared errors of group parity by quadrature") {
  check_quadrature<2>();
  check_quadrature<3>();
}

TEST_CASE("independent: squared errors by quadrature") {
  oracle_denoiser const denoise{independent<1, 2>{{0.5, 0.5}}, pm1{}};
  for (test::json const& entry : test::golden_oracles().at("dsm").at("oracles")) {
    double const sigma = entry.at("sigma");
    double const error = gauss_mean<1>(0.05, 8, [&](std::array<double, 1> const& n) {
      std::array<double, 1> const x{1 + sigma * n[0]};
      std::array<double, 1> out;
      denoise(std::span<double const>{x}, sigma, std::span<double>{out});
      return std::pow(out[0] - 1, 2);
    });
    if (entry.at("independent").contains("exact"))
      CHECK(std::abs(error - entry.at("independent").at("exact").get<double>()) < 1e-7);
  }
}

/// A mean over random draws and its standard error.
struct estimate {
  double sum = 0, squares = 0;
  std::size_t n = 0;

  void add(double v) {
    sum += v;
    squares += v * v;
    ++n;
  }
  double mean() const { return sum / static_cast<double>(n); }
  double standard_error() const {
    double const m = mean();
    return std::sqrt((squares / static_cast<double>(n) - m * m) / static_cast<double>(n));
  }
};

/// True if two Monte Carlo means agree within 4 standard errors of their difference.
bool agree(estimate const& ours, test::json const& theirs) {
  double const both_errors = std::hypot(ours.standard_error(), theirs.at("standard_error").get<double>());
  return std::abs(ours.mean() - theirs.at("mean").get<double>()) < 4 * both_errors;
}

template <class Denoiser, std::size_t D>
double squared_error_of(Denoiser const& denoise, std::array<token, D> const& board, double sigma, stream& rng) {
  std::array<double, D> x, out;
  fill_normal(rng, std::span<double>{x});
  for (std::size_t i = 0; i < D; ++i)
    x[i] = (board[i] == 1 ? 1 : -1) + sigma * x[i];
  denoise(std::span<double const>{x}, sigma, std::span<double>{out});
  double sum = 0;
  for (std::size_t i = 0; i < D; ++i)
    sum += std::pow(out[i] - (board[i] == 1 ? 1 : -1), 2) / static_cast<double>(D);
  return sum;
}

// Below sigma 0.4 the error comes from rare draws, and the standard error is itself uncertain.
TEST_CASE("population: squared errors of group parity by Monte Carlo") {
  auto const check = [](auto const& rule, std::size_t group) {
    oracle_denoiser const denoise{population{rule}, pm1{}};
    for (test::json const& entry : test::golden_oracles().at("dsm").at("oracles")) {
      if (entry.at("group") != group || entry.at("sigma").get<double>() < 0.45) continue;
      CAPTURE(group);
      CAPTURE(entry.at("sigma").get<double>());
      estimate valid, random;
      std::array<token, 12> board{};
      for (std::size_t i = 0; i < 10'000; ++i) {
        stream rng{21, purpose::test, 0, i};
        rule.draw(rng, board);
        valid.add(squared_error_of(denoise, board, entry.at("sigma"), rng));
        for (token& cell : board)
          cell = pick(rng, token{2});
        random.add(squared_error_of(denoise, board, entry.at("sigma"), rng));
      }
      CHECK(agree(valid, entry.at("population_on_valid")));
      CHECK(agree(random, entry.at("population_on_random")));
    }
  };
  check(group_parity<12, 4>{}, 4);
  check(group_parity<12, 6>{}, 6);
}

TEST_CASE("empirical: squared errors on its training set, on other valid boards and on random ones") {
  test::json const& dsm = test::golden_oracles().at("dsm").at("empirical");
  board_set<12> training, held_out, all;
  board_index<12> known;
  for (test::json const& board : dsm.at("training"))
    known.insert(test::board_from<12>(board));
  training = known.boards();
  laws::detail::for_each_board<12>(2, [&](cells<12> x) {
    all.push_back(x);
    if (group_parity<12, 3>{}.holds(x) && !known.contains(x)) held_out.push_back(x);
  });
  REQUIRE(held_out.size() == dsm.at("held_out_count").get<std::size_t>());
  oracle_denoiser const denoise{empirical<12, 2>{training}, pm1{}};
  for (test::json const& entry : dsm.at("by_sigma")) {
    double const sigma = entry.at("sigma");
    CAPTURE(sigma);
    auto const on = [&](board_set<12> const& boards) {
      estimate e;
      for (std::size_t i = 0; i < 10'000; ++i) {
        stream rng{22, purpose::test, 0, i};
        std::array<token, 12> board;
        std::ranges::copy(boards[pick(rng, boards.size())], board.begin());
        e.add(squared_error_of(denoise, board, sigma, rng));
      }
      return e;
    };
    if (sigma > 0.45) CHECK(agree(on(training), entry.at("on_training")));
    CHECK(agree(on(held_out), entry.at("on_held_out")));
    CHECK(agree(on(all), entry.at("on_random")));
  }
}

}  // namespace
