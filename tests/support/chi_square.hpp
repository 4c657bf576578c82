// SPDX-License-Identifier: MIT
/// @file
/// Chi-square of counts against equal expected counts, in standard errors.
#pragma once

#include <regula/testing/detail/exact_laws.hpp>

#include <cstddef>
#include <numeric>
#include <vector>

namespace regula::test {

/// By how many standard errors the counts are less equal than chance would make them. Tests allow 5.
inline double excess_of(std::vector<std::size_t> const& counts) {
  auto const total      = static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::size_t{0}));
  double const expected = total / static_cast<double>(counts.size());
  double statistic      = 0;
  for (std::size_t const n : counts) {
    double const difference = static_cast<double>(n) - expected;
    statistic += difference * difference / expected;
  }
  return laws::detail::chi_square_excess(statistic, static_cast<double>(counts.size() - 1));
}

}  // namespace regula::test
