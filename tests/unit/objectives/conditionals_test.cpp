// SPDX-License-Identifier: MIT
#include <regula/objectives/conditionals.hpp>
#include <regula/oracles/population.hpp>
#include <regula/random/draws.hpp>
#include <regula/random/stream.hpp>
#include <regula/rules/group_parity.hpp>
#include <regula/rules/latin_square.hpp>

#include "support/golden_memory.hpp"
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace {

using namespace regula;

constexpr double impossible = -std::numeric_limits<double>::infinity();

std::vector<double> logarithms(std::vector<double> p) {
  std::ranges::transform(p, p.begin(), [](double v) { return std::log(v); });
  return p;
}

TEST_CASE("conditionals: posteriors, leave-one-out conditionals and scores of the reference") {
  for (auto const& row : test::golden_memory().at("conversions")) {
    auto const others = row.at("leave_one_out").get<std::vector<double>>();
    auto const all    = row.at("posterior").get<std::vector<double>>();
    auto const score  = row.at("score").get<std::vector<double>>();
    auto const level  = redrawn_level::of(row.at("alpha").get<double>());
    token const z     = row.at("z");
    std::vector<double> out(others.size());
    posterior_of_leave_one_out(logarithms(others), z, level, out);
    for (std::size_t x = 0; x < out.size(); ++x)
      CHECK(std::exp(out[x]) == doctest::Approx(all[x]).epsilon(1e-13));
    leave_one_out_of_posterior(logarithms(all), z, level, out);
    for (std::size_t x = 0; x < out.size(); ++x)
      CHECK(std::exp(out[x]) == doctest::Approx(others[x]).epsilon(1e-13));
    score_of_leave_one_out(logarithms(others), z, level, out);
    for (std::size_t x = 0; x < out.size(); ++x)
      CHECK(std::exp(out[x]) == doctest::Approx(score[x]).epsilon(1e-13));
  }
}

/// Both conversions of every cell against the oracle's own answers, for random boards.
template <class R>
void check_against_oracle(R const& rule) {
  constexpr std::size_t D = R::cell_count, V = R::alphabet;
  population const oracle{rule};
  stream rng{9, purpose::test, 0, 0};
  std::vector<double> others(D * V), all(D * V), out(V);
  for (double const alpha : {0.0, 1e-6, 0.3, 0.9, 1 - 1e-6}) {
    std::array<token, D> z;
    for (token& symbol : z)
      symbol = pick(rng, R::alphabet);
    redrawn_leave_one_out(oracle, z, alpha, others);
    redrawn_posterior(oracle, z, alpha, all);
    auto const level = redrawn_level::of(alpha);
    for (std::size_t i = 0; i < D; ++i) {
      auto const of_cell = [&](std::vector<double> const& table) {
        return logarithms({table.begin() + static_cast<std::ptrdiff_t>(i * V),
                           table.begin() + static_cast<std::ptrdiff_t>((i + 1) * V)});
      };
      posterior_of_leave_one_out(of_cell(others), z[i], level, out);
      for (std::size_t x = 0; x < V; ++x)
        CHECK(std::abs(std::exp(out[x]) - all[i * V + x]) < 1e-9);
      leave_one_out_of_posterior(of_cell(all), z[i], level, out);
      for (std::size_t x = 0; x < V; ++x)
        CHECK(std::abs(std::exp(out[x]) - others[i * V + x]) < 1e-9);
    }
  }
}

TEST_CASE("conditionals: they lead from an oracle's leave-one-out conditionals to its posteriors and back") {
  check_against_oracle(group_parity<12, 3>{});
  check_against_oracle(latin_square<4>{});
}

TEST_CASE("conditionals: certainty, and cells of which nothing or all is kept") {
  std::vector<double> out(3);
  // What cannot be stays impossible.
  posterior_of_leave_one_out(std::vector{0.0, impossible, impossible}, 2, redrawn_level::of(0.5), out);
  CHECK(out == std::vector{0.0, impossible, impossible});
  // Nothing kept: z says nothing.
  auto const some = logarithms({0.5, 0.25, 0.25});
  posterior_of_leave_one_out(some, 2, redrawn_level::of(0), out);
  for (std::size_t x = 0; x < 3; ++x)
    CHECK(out[x] == doctest::Approx(some[x]));
  // All kept: z says all, or contradicts the others.
  posterior_of_leave_one_out(some, 2, redrawn_level::of(1), out);
  CHECK(out == std::vector{impossible, impossible, 0.0});
  posterior_of_leave_one_out(std::vector{0.0, impossible, impossible}, 2, redrawn_level::of(1), out);
  CHECK(out == std::vector{impossible, impossible, impossible});
  CHECK_THROWS_WITH_AS(leave_one_out_of_posterior(some, 2, redrawn_level::of(1), out),
                       "leave_one_out_of_posterior: expected alpha below 1, got 1 - alpha = 0",
                       range_error);
}

TEST_CASE("conditionals: the two are inverse to each other where alpha is 1 to rounding, in place") {
  redrawn_level const level = log_linear{}.at(1e-20);
  auto const start          = logarithms({0.2, 0.7, 0.1});
  auto row                  = start;
  posterior_of_leave_one_out(row, 0, level, row);
  CHECK(row[0] > -1e-15);
  CHECK(row[1] == doctest::Approx(std::log(0.7 / 0.2 * 0.999e-20 / 3)));
  leave_one_out_of_posterior(row, 0, level, row);
  for (std::size_t x = 0; x < 3; ++x)
    CHECK(row[x] == doctest::Approx(start[x]).epsilon(1e-14));
}

}  // namespace
