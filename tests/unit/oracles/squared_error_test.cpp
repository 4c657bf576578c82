// SPDX-License-Identifier: MIT
// Mean squared errors of oracles at single noise scales, E (D(x + sigma n) - x)^2 a cell.
#include <regula/data/board_index.hpp>
#include <regula/oracles/denoiser.hpp>
#include <regula/oracles/empirical.hpp>
#include <regula/oracles/independent.hpp>
#include <regula/oracles/population.hpp>
#include <regula/random/draws.hpp>
#include <regula/random/stream.hpp>
#include <regula/rules/group_parity.hpp>
#include <regula/testing/detail/examined_rule.hpp>

#include "support/golden_oracles.hpp"
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <span>
#include <vector>

namespace {

using namespace regula;

test::json const& golden_errors() { return test::golden_oracles().at("dsm").at("oracles"); }

// Quadrature ----------------------------------------------------------------------------------------------------------

/// The mean squared error a cell of one group of group parity, of which the first `minus` cells are -1, the others +1
/// (without loss of generality), by the trapezoid rule over all G noises, whose error falls off exponentially.
///
/// Equal cells can be exchanged, so one order of their noises stands for all. Noises so far out that they weigh less
/// than 1e-9 in all are left out.
template <std::size_t G>
class group_error {
 public:
  group_error(double sigma, std::size_t minus) : sigma_{sigma}, minus_{minus} {}

  double value() {
    place(0, 0, 0, 1, 0);
    flush();
    return sum_;
  }

 private:
  static constexpr double reach      = 6.75;
  static constexpr std::size_t batch = 512;

  /// Gives cell `cell` every noise (of equal cells: none below the one before it, which came `run` times so far).
  void place(std::size_t cell, int lowest, std::size_t run, double weight, double squares) {
    if (cell == G) {
      weights_.push_back(weight);
      if (weights_.size() == batch) flush();
      return;
    }
    bool const first_of_equals = cell == 0 || cell == minus_;
    int const points           = static_cast<int>(reach / step_);
    for (int k = first_of_equals ? -points : lowest; k <= points; ++k) {
      double const n = step_ * k;
      if (squares + n * n > reach * reach) continue;
      // How often this order of noises comes when all orders are counted: a multinomial coefficient, factor by factor.
      std::size_t const place_of_equals = cell < minus_ ? cell + 1 : cell - minus_ + 1;
      std::size_t const repeated        = !first_of_equals && k == lowest ? run + 1 : 1;
      double const orders               = static_cast<double>(place_of_equals) / static_cast<double>(repeated);
      noise_[cell]                      = n;
      if (cell + 1 == G)
        for (std::size_t i = 0; i < G; ++i)
          x_.push_back(sign(i) + sigma_ * noise_[i]);
      place(cell + 1,
            k,
            repeated,
            weight * orders * step_ * std::exp(-n * n / 2) / std::sqrt(2 * std::numbers::pi),
            squares + n * n);
    }
  }

  void flush() {
    denoised_.resize(x_.size());
    denoise_(std::span<double const>{x_}, sigma_, std::span<double>{denoised_});
    for (std::size_t s = 0; s < weights_.size(); ++s)
      for (std::size_t i = 0; i < G; ++i)
        sum_ += weights_[s] * std::pow(denoised_[s * G + i] - sign(i), 2) / G;
    x_.clear();
    weights_.clear();
  }

  double sign(std::size_t i) const { return i < minus_ ? -1 : 1; }

  oracle_denoiser<population<group_parity<G, G>>, pm1> denoise_{population{group_parity<G, G>{}}, pm1{}};
  double sigma_;
  std::size_t minus_;
  double step_ = 0.4 * std::min(1.0, sigma_);  // the error's poles, pi sigma / 2 off the real line, come nearer
  double sum_  = 0;
  std::array<double, G> noise_{};
  std::vector<double> x_, denoised_, weights_;
};

template <std::size_t G>
void check_quadrature() {
  std::size_t checked = 0;
  for (test::json const& entry : golden_errors()) {
    if (entry.at("group") != G) continue;
    ++checked;
    double const sigma = entry.at("sigma");
    CAPTURE(sigma);
    double const valid = group_error<G>{sigma, 0}.value(), invalid = group_error<G>{sigma, 1}.value();
    CHECK(std::abs(valid - entry.at("population_on_valid").at("exact").get<double>()) < 1e-7);
    CHECK(std::abs((valid + invalid) / 2 - entry.at("population_on_random").at("exact").get<double>()) < 1e-7);
  }
  CHECK(checked == 8);
}

TEST_CASE("population: squared errors of group parity by quadrature") {
  check_quadrature<2>();
  check_quadrature<3>();
  check_quadrature<4>();
}

TEST_CASE("independent: squared errors by quadrature") {
  oracle_denoiser const denoise{independent<1, 2>{{0.5, 0.5}}, pm1{}};
  CHECK(golden_errors().size() == 32);
  for (test::json const& entry : golden_errors()) {
    double const sigma = entry.at("sigma");
    double error       = 0;
    for (int k = -160; k <= 160; ++k) {
      double const n = 0.05 * k;
      std::array<double, 1> const x{1 + sigma * n};
      std::array<double, 1> out;
      denoise(std::span<double const>{x}, sigma, std::span<double>{out});
      error += 0.05 * std::exp(-n * n / 2) / std::sqrt(2 * std::numbers::pi) * std::pow(out[0] - 1, 2);
    }
    CHECK(std::abs(error - entry.at("independent").at("exact").get<double>()) < 1e-7);
  }
}

// Monte Carlo ---------------------------------------------------------------------------------------------------------

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

/// The squared error a cell at one noise, and how much likelier that noise is under the normal law than as drawn here:
/// `spread` times as wide, so that rare large noises come often.
struct weighted_error {
  double error, weight;
};

template <class Denoiser, std::size_t D>
weighted_error draw_error(
    Denoiser const& denoise, std::array<token, D> const& board, double sigma, stream& rng, double spread = 1) {
  std::array<double, D> x, out;
  fill_normal(rng, std::span<double>{x});
  double log_weight = static_cast<double>(D) * std::log(spread);
  for (std::size_t i = 0; i < D; ++i) {
    log_weight += x[i] * x[i] * (1 - spread * spread) / 2;
    x[i] = (board[i] == 1 ? 1 : -1) + sigma * spread * x[i];
  }
  denoise(std::span<double const>{x}, sigma, std::span<double>{out});
  double sum = 0;
  for (std::size_t i = 0; i < D; ++i)
    sum += std::pow(out[i] - (board[i] == 1 ? 1 : -1), 2) / static_cast<double>(D);
  return {sum, std::exp(log_weight)};
}

// At small sigma the error comes from rare noises, so valid boards get wider ones: then the standard error can be
// trusted. Groups do not see each other: the error of one is that of a board.
TEST_CASE("population: squared errors of group parity by Monte Carlo") {
  constexpr std::size_t G = 6;
  oracle_denoiser const denoise{population{group_parity<G, G>{}}, pm1{}};
  for (test::json const& entry : golden_errors()) {
    if (entry.at("group") != G) continue;
    double const sigma  = entry.at("sigma");
    double const spread = sigma < 0.45 ? 1.5 : 1;
    CAPTURE(sigma);
    estimate valid, random;
    std::array<token, G> board{};
    for (std::size_t i = 0; i < 40'000; ++i) {
      stream rng{21, purpose::test, 0, i};
      group_parity<G, G>{}.draw(rng, board);
      auto const of_valid = draw_error(denoise, board, sigma, rng, spread);
      valid.add(of_valid.error * of_valid.weight);
      for (token& cell : board)
        cell = pick(rng, token{2});
      random.add(draw_error(denoise, board, sigma, rng).error);
    }
    CHECK(agree(valid, entry.at("population_on_valid")));
    CHECK(agree(random, entry.at("population_on_random")));
  }
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
        e.add(draw_error(denoise, board, sigma, rng).error);
      }
      return e;
    };
    CHECK(agree(on(training), entry.at("on_training")));
    CHECK(agree(on(held_out), entry.at("on_held_out")));
    CHECK(agree(on(all), entry.at("on_random")));
  }
}

}  // namespace
