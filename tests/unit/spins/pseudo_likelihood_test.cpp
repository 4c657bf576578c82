// SPDX-License-Identifier: MIT
#include <regula/spins/gardner.hpp>
#include <regula/spins/pseudo_likelihood.hpp>

#include "support/golden_memory.hpp"
#include "support/golden_spins.hpp"
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace {

using namespace regula;

TEST_CASE("pseudo_likelihood: loss, conditionals and gradient of the reference") {
  for (auto const& each : test::golden_memory().at("pseudo_likelihood")) {
    auto const memory   = test::golden_couplings(each);
    auto const patterns = test::flat(each.at("patterns"));
    double const loss   = pseudo_likelihood_loss(memory, patterns);
    CHECK(loss == doctest::Approx(each.at("loss").get<double>()).epsilon(1e-13));
    double sum = 0;
    for (double const p : test::flat(each.at("conditional")))
      sum -= std::log(p);
    CHECK(loss == doctest::Approx(sum).epsilon(1e-12));
    auto const slope = pseudo_likelihood_gradient(memory, patterns), right = test::flat(each.at("gradient"));
    REQUIRE(slope.size() == right.size());
    for (std::size_t i = 0; i < right.size(); ++i)
      CHECK(slope[i] == doctest::Approx(right[i]).epsilon(1e-12));
  }
}

TEST_CASE("pseudo_likelihood_loss: large margins of either sign do not overflow") {
  spin_couplings const strong{2, {0, 1e4, 1e4, 0}};
  CHECK(pseudo_likelihood_loss(strong, std::vector<double>{1, 1}) == 0);
  CHECK(pseudo_likelihood_loss(strong, std::vector<double>{1, -1}) == doctest::Approx(4e4));
}

TEST_CASE("largest_eigenvalue: of equal patterns it is their number times the spins, of orthogonal ones the spins") {
  std::vector<double> const equal{1, -1, 1, 1, -1, 1, 1, -1, 1}, orthogonal{1, 1, 1, 1, 1, -1, 1, -1};
  CHECK(detail::largest_eigenvalue(equal, 3) == doctest::Approx(9));
  CHECK(detail::largest_eigenvalue(orthogonal, 4) == doctest::Approx(4));
}

TEST_CASE("memory_of: the loss never climbs, and one step is Hebb's rule") {
  auto const patterns = test::random_patterns(20, 40, 1);
  double last         = pseudo_likelihood_loss(spin_couplings{40}, patterns);
  CHECK(last == doctest::Approx(800 * std::log(2.0)));
  for (std::uint64_t const steps : {1U, 2U, 4U, 8U, 32U, 128U}) {
    double const loss = pseudo_likelihood_loss(memory_of(patterns, 40, {.steps = steps, .rate = 1.9}), patterns);
    CHECK(loss < last);
    last = loss;
  }
  auto const once   = memory_of(patterns, 40, {.steps = 1});
  double const unit = once.row(0)[1];
  double hebb       = 0;
  for (std::size_t p = 0; p < 20; ++p)
    hebb += patterns[p * 40] * patterns[p * 40 + 1];
  double other = 0;
  for (std::size_t p = 0; p < 20; ++p)
    other += patterns[p * 40 + 7] * patterns[p * 40 + 3];
  CHECK(once.row(7)[3] * hebb == doctest::Approx(unit * other));
  CHECK(once.row(5)[5] == 0);
}

TEST_CASE("memory_of: random patterns are held below capacity, less and less stably, and never better than theory") {
  double above = 1e9;
  for (std::size_t const patterns : {6U, 19U, 32U, 64U}) {
    double const load = static_cast<double>(patterns) / 64;
    auto const x      = test::random_patterns(patterns, 64, patterns);
    double const held = memory_of(x, 64).stability(x);
    CHECK(held < largest_stability(load));
    CHECK(held > 0.4 * largest_stability(load));
    CHECK(held < above);
    above = held;
  }
  auto const many = test::random_patterns(64 * 3, 64, 7);
  CHECK(memory_of(many, 64, {.steps = 200}).stability(many) < 0);  // above load 2 no memory holds them all
}

TEST_CASE("memory_of: what cannot be learnt is refused") {
  CHECK_THROWS_AS(static_cast<void>(memory_of({}, 3)), range_error);
  CHECK_THROWS_AS(static_cast<void>(memory_of(std::vector<double>(4, 1), 3)), shape_error);
  CHECK_THROWS_WITH_AS(static_cast<void>(memory_of(std::vector<double>(3, 1), 3, {.rate = 2})),
                       "pseudo_likelihood_descent: expected a rate in (0, 2), got 2",
                       range_error);
}

}  // namespace
