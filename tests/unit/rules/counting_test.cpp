// SPDX-License-Identifier: MIT
#include <regula/rules/counting.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace {

using regula::binomial;
using regula::population_size;

TEST_CASE("binomial: the first 60 rows of Pascal's triangle") {
  std::vector<std::uint64_t> row{1};
  for (std::uint64_t n = 0; n < 60; ++n) {
    for (std::uint64_t k = 0; k <= n; ++k)
      REQUIRE(binomial(n, k).exact == row[k]);
    row.push_back(0);
    for (std::size_t k = row.size() - 1; k > 0; --k)
      row[k] += row[k - 1];
  }
}

TEST_CASE("binomial: exact up to the last one that fits 64 bits") {
  CHECK(binomial(67, 33).exact == 14226520737620288370U);
  CHECK_FALSE(binomial(68, 34).exact.has_value());  // 28453041475240576740 is above 2^64
  CHECK(binomial(68, 34).log2 == doctest::Approx(64.62521667988088).epsilon(1e-14));
  CHECK(binomial(std::numeric_limits<std::uint64_t>::max(), 1).exact == std::numeric_limits<std::uint64_t>::max());
  CHECK(binomial(100, 50).log2 == doctest::Approx(96.34871716287934).epsilon(1e-14));
}

TEST_CASE("binomial: nothing to choose, everything chosen, too much asked for") {
  CHECK(binomial(0, 0).exact == 1);
  CHECK(binomial(9, 0).exact == 1);
  CHECK(binomial(9, 9).exact == 1);
  CHECK(binomial(9, 10).exact == 0);
}

TEST_CASE("to_the_power: exact where it fits, the logarithm beyond, also from a base that is beyond") {
  CHECK(regula::to_the_power(binomial(6, 3), 6).exact == 64000000);
  CHECK(regula::to_the_power(binomial(8, 4), 16).log2 == doctest::Approx(98.06852827111946).epsilon(1e-14));
  CHECK_FALSE(regula::to_the_power(binomial(8, 4), 16).exact.has_value());
  CHECK(regula::to_the_power(binomial(100, 50), 2).log2 == doctest::Approx(2 * 96.34871716287934).epsilon(1e-14));
  CHECK(regula::to_the_power(binomial(100, 50), 0).exact == 1);
}

static_assert(regula::choose(6, 3) == 20 && regula::choose(6, 0) == 1 && regula::choose(3, 4) == 0);
static_assert(regula::factorial(0) == 1 && regula::factorial(20) == 2432902008176640000);

static_assert(regula::orders_of(0) == 1 && regula::orders_of(20) == 2432902008176640000.0);

TEST_CASE("orders_of: the factorial, until a double has no room") {
  CHECK(regula::orders_of(170) == doctest::Approx(7.257415615307994e306).epsilon(1e-13));
  CHECK(std::isinf(regula::orders_of(171)));
}

TEST_CASE("choose: as exact as a double can be") {
  CHECK(regula::choose(100, 50) == doctest::Approx(std::exp2(binomial(100, 50).log2)).epsilon(1e-12));
}

}  // namespace
