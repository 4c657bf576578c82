// SPDX-License-Identifier: MIT
#include <regula/spins/couplings.hpp>

#include "support/golden_memory.hpp"
#include "support/golden_spins.hpp"
#include <doctest/doctest.h>

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace {

using namespace regula;

TEST_CASE("spin_couplings: margins and stability of the reference") {
  for (auto const& each : test::golden_memory().at("pseudo_likelihood")) {
    auto const memory   = test::golden_couplings(each);
    auto const patterns = test::flat(each.at("patterns")), right = test::flat(each.at("margins"));
    auto const margins = memory.margins(patterns);
    REQUIRE(margins.size() == right.size());
    for (std::size_t i = 0; i < right.size(); ++i)
      CHECK(margins[i] == doctest::Approx(right[i]).epsilon(1e-13));
    CHECK(memory.stability(patterns) == doctest::Approx(each.at("kappa_min").get<double>()).epsilon(1e-13));
  }
}

TEST_CASE("spin_couplings: parallel dynamics of the reference, and its fixed points") {
  for (auto const& each : test::golden_memory().at("pseudo_likelihood")) {
    auto const memory   = test::golden_couplings(each);
    auto x              = test::flat(each.at("start"));
    std::size_t const n = memory.spins();
    for (std::size_t i = 0; i < x.size() / n; ++i) {
      std::vector<double> one(x.begin() + static_cast<std::ptrdiff_t>(i * n),
                              x.begin() + static_cast<std::ptrdiff_t>((i + 1) * n));
      CHECK(memory.step(one) != each.at("fixed_points").at(i).get<bool>());
    }
    memory.step(x);
    CHECK(x == test::flat(each.at("after_one_parallel_step")));
    memory.step(x);
    memory.step(x);
    CHECK(x == test::flat(each.at("after_three_parallel_steps")));
    auto y = test::flat(each.at("start"));
    memory.settle(y, 3);
    CHECK(y == x);
  }
}

TEST_CASE("spin_couplings: a spin without a field becomes -1; a pattern may go round in a circle") {
  spin_couplings const none{3};
  std::vector<double> x{1, 1, -1};
  CHECK(none.stability(x) == 0);
  CHECK(none.step(x));
  CHECK(x == std::vector<double>{-1, -1, -1});
  CHECK(none.stability({}) == std::numeric_limits<double>::infinity());
  spin_couplings const turning{2, {0, -1, -1, 0}};  // each turns against the other
  std::vector<double> y{1, 1};
  turning.settle(y, 101);
  CHECK(y == std::vector<double>{-1, -1});
}

TEST_CASE("spin_couplings: what is no memory is refused") {
  CHECK_THROWS_AS(spin_couplings{0}, range_error);
  CHECK_THROWS_WITH_AS((spin_couplings{2, {0, 1, 1}}), "spin_couplings: expected 2 x 2 couplings, got 3", shape_error);
  CHECK_THROWS_AS((spin_couplings{2, {1, 1, 1, 0}}), range_error);
  std::vector<double> part(3, 1.0);
  CHECK_THROWS_WITH_AS(static_cast<void>(spin_couplings{2}.margins(part)),
                       "spin_couplings::margins: expected whole patterns of 2 spins, got 3 spins",
                       shape_error);
  CHECK_THROWS_AS(static_cast<void>(spin_couplings{2}.step(part)), shape_error);
}

}  // namespace
