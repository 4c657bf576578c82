// SPDX-License-Identifier: MIT
#include <regula/concepts/trains.hpp>
#include <regula/objectives/denoising.hpp>
#include <regula/oracles/empirical.hpp>
#include <regula/oracles/independent.hpp>
#include <regula/oracles/oracle.hpp>
#include <regula/oracles/population.hpp>
#include <regula/rules/all.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <vector>

namespace {

using namespace regula;

static_assert(Oracle<population<group_parity<12, 3>>> && Oracle<population<latin_square<4>>>);
static_assert(Oracle<empirical<12, 2>> && Oracle<independent<12, 2>>);
static_assert(!Oracle<group_parity<12, 3>>);

// An oracle is evaluated like a network, but there is nothing to train.
static_assert(Evaluates<denoising<>, population<group_parity<12, 3>>>);
static_assert(Evaluates<denoising<>, empirical<12, 2>> && Evaluates<denoising<>, independent<12, 2>>);
static_assert(!Model<population<group_parity<12, 3>>> && !Trains<denoising<>, population<group_parity<12, 3>>>);

population<group_parity<6, 3>> const oracle{group_parity<6, 3>{}};

TEST_CASE("oracle: spans of another size are refused") {
  std::vector<double> small(11), row(1);
  std::array<token, 6> const hidden{no_token, no_token, no_token, no_token, no_token, no_token};
  CHECK_THROWS_WITH_AS(
      masked_posterior(oracle, hidden, small), doctest::Contains("room for 12 numbers, got 11"), shape_error);
  CHECK_THROWS_WITH_AS(
      next_token_posterior(oracle, {}, row), doctest::Contains("room for 2 numbers, got 1"), shape_error);
  std::vector<double> out(2);
  std::array<token, 6> const whole{1, 1, 1, 1, 1, 1};
  CHECK_THROWS_WITH_AS(
      next_token_posterior(oracle, whole, out), doctest::Contains("fewer than 6 cells, got 6"), shape_error);
}

TEST_CASE("oracle: alpha outside [0, 1], or a hidden cell among redrawn ones, is refused") {
  std::vector<double> out(12);
  std::array<token, 6> const z{1, 1, 1, 1, 1, 1}, hidden{1, 1, 1, no_token, 1, 1};
  CHECK_THROWS_WITH_AS(
      redrawn_leave_one_out(oracle, z, 1.5, out), doctest::Contains("alpha in [0, 1], got 1.5"), range_error);
  CHECK_THROWS_WITH_AS(
      redrawn_posterior(oracle, hidden, 0.5, out), doctest::Contains("got 65535 in cell 3"), range_error);
}

TEST_CASE("oracle: marginals, and the next cell after nothing") {
  auto const marginals = marginals_of(population{exact_k<8, 2>{}});
  for (std::size_t i = 0; i < 8; ++i)
    CHECK(marginals[2 * i + 1] == doctest::Approx(0.25).epsilon(1e-14));
  std::vector<double> out(2);
  next_token_posterior(oracle, std::array<token, 2>{0, 1}, out);
  CHECK(out[0] == 1);  // an odd number of symbols 0 so far, and the group ends
}

TEST_CASE("population: an empty rule has no oracle") {
  auto const empty = both(group_parity<12, 2>{}, exact_k<12, 5>{});
  CHECK_THROWS_WITH_AS(population{empty}, doctest::Contains("expected a rule with at least one board"), range_error);
}

}  // namespace
