// SPDX-License-Identifier: MIT
/// @file
/// How far patterns of a memory of spins may be corrupted and still be found again.
#pragma once

#include <regula/error.hpp>
#include <regula/probes/mean_value.hpp>
#include <regula/random/draws.hpp>
#include <regula/random/stream.hpp>
#include <regula/spins/couplings.hpp>

#include <boost/hana/adapt_struct.hpp>

#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

namespace regula {

/// How patterns are corrupted, and what counts as found.
struct corruption_search {
  std::size_t grid    = 40;    ///< shares of flipped spins are 0, 1/grid, 2/grid, .., at most `most`
  double most         = 0.5;   ///< at one half nothing is left of a pattern
  double found_from   = 0.99;  ///< mean overlap
  std::size_t repeats = 1;     ///< corruptions of each pattern
  std::size_t steps   = 100;   ///< of parallel dynamics, at most
};

/// Errors    throws range_error naming the setting, what was expected and what was given
inline void check(corruption_search const& how) {
  require(how.grid > 0, "corruption_search: expected grid > 0, got 0");
  require(how.most >= 0 && how.most <= 1, "corruption_search: expected most in [0, 1], got {}", how.most);
  require(how.repeats > 0, "corruption_search: expected repeats > 0, got 0");
}

/// What became of patterns with a share of their spins flipped.
struct overlap_at {
  double flipped;      ///< share; of N spins the nearest whole number is flipped
  mean_value overlap;  ///< (1/N) sum of x_l y_l after the dynamics, over corrupted patterns: 1 where all is restored
};

/// Overlaps by the share of flipped spins.
struct corruption_curve {
  std::vector<overlap_at> points;
  double critical;  ///< the last share up to which the mean overlap is high enough throughout; NaN if it never is
};

/// Corrupts patterns more and more and lets the memory settle. Corruption k of all uses `streams(k)`.
///
/// Shapes    patterns [P, N]
/// Errors    throws shape_error for part of a pattern, range_error for none and for settings that `check` refuses
[[nodiscard]] inline corruption_curve critical_corruption(spin_couplings const& memory,
                                                          std::span<double const> patterns,
                                                          stream_family streams,
                                                          corruption_search const& how = {}) {
  check(how);
  std::size_t const n = memory.spins();
  require<shape_error>(!patterns.empty() && patterns.size() % n == 0,
                       "critical_corruption: expected whole patterns of {} spins, at least one, got {} spins",
                       n,
                       patterns.size());
  corruption_curve out{{}, std::numeric_limits<double>::quiet_NaN()};
  std::vector<double> z(n);
  std::vector<std::size_t> order(n);
  bool is_found = true;
  for (std::size_t g = 0, draw = 0; static_cast<double>(g) <= how.most * static_cast<double>(how.grid); ++g) {
    double const share = static_cast<double>(g) / static_cast<double>(how.grid);
    auto const flips   = static_cast<std::size_t>(std::lround(share * static_cast<double>(n)));
    running_mean overlap;
    for (std::size_t first = 0; first < patterns.size(); first += n)
      for (std::size_t k = 0; k < how.repeats; ++k) {
        auto const x = patterns.subspan(first, n);
        z.assign(x.begin(), x.end());
        std::iota(order.begin(), order.end(), std::size_t{0});
        stream rng = streams(draw++);
        shuffle_front(rng, std::span{order}, flips);
        for (std::size_t f = 0; f < flips; ++f)
          z[order[f]] = -z[order[f]];
        memory.settle(z, how.steps);
        overlap.add(std::inner_product(x.begin(), x.end(), z.begin(), 0.0) / static_cast<double>(n));
      }
    out.points.push_back({share, overlap.value()});
    is_found = is_found && overlap.value().mean >= how.found_from;
    if (is_found) out.critical = share;
  }
  return out;
}

}  // namespace regula

BOOST_HANA_ADAPT_STRUCT(regula::corruption_search, grid, most, found_from, repeats, steps);
BOOST_HANA_ADAPT_STRUCT(regula::overlap_at, flipped, overlap);
BOOST_HANA_ADAPT_STRUCT(regula::corruption_curve, points, critical);
