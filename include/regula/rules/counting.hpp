// SPDX-License-Identifier: MIT
/// @file
/// Population sizes that several rules share: binomial coefficients and powers of a population.
#pragma once

#include <regula/concepts/rule_refinements.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace regula {

/// The number of subsets of k out of n things. Beyond 64 bits only its logarithm is kept.
///
/// The step from C(m - 1, i - 1) to C(m, i) = C(m - 1, i - 1) * m / i divides without remainder, and its values only
/// grow, so the result overflows exactly when one of them does.
[[nodiscard]] inline population_size binomial(std::uint64_t n, std::uint64_t k) {
  __extension__ using wide = unsigned __int128;
  if (k > n) return population_size::of(0);
  k           = std::min(k, n - k);
  wide exact  = 1;
  double log2 = 0;
  bool fits   = true;
  for (std::uint64_t i = 1; i <= k; ++i) {
    std::uint64_t const m = n - k + i;
    log2 += std::log2(static_cast<double>(m) / static_cast<double>(i));
    if (fits) exact = exact * m / i;
    fits = fits && exact <= std::numeric_limits<std::uint64_t>::max();
  }
  return fits ? population_size::of(static_cast<std::uint64_t>(exact)) : population_size{std::nullopt, log2};
}

/// The number of subsets of k out of n things in double precision, usable at compile time.
[[nodiscard]] constexpr double choose(std::size_t n, std::size_t k) noexcept {
  double ways = k > n ? 0 : 1;
  for (std::size_t i = 1; i <= k; ++i)
    ways = ways * static_cast<double>(n - k + i) / static_cast<double>(i);
  return ways;
}

/// n! in double precision; infinite above n = 170.
[[nodiscard]] constexpr double orders_of(std::size_t n) noexcept {
  double product = 1;
  for (std::size_t i = 2; i <= n && i <= 170; ++i)
    product *= static_cast<double>(i);
  return n > 170 ? std::numeric_limits<double>::infinity() : product;
}

/// n!; fits 64 bits up to n = 20.
[[nodiscard]] constexpr std::uint64_t factorial(std::uint64_t n) noexcept {
  std::uint64_t product = 1;
  for (std::uint64_t i = 2; i <= n; ++i)
    product *= i;
  return product;
}

/// The number of ways to choose `count` boards of a population in order, each free of the others: its count-th power.
[[nodiscard]] inline population_size to_the_power(population_size const& one, std::uint64_t count) {
  if (one.exact) return population_size::power(*one.exact, count);
  return count == 0 ? population_size::of(1) : population_size{std::nullopt, static_cast<double>(count) * one.log2};
}

}  // namespace regula
