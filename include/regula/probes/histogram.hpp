// SPDX-License-Identifier: MIT
/// @file
/// Counts of values in equal bins, the same bins for all sets that are compared.
#pragma once

#include <regula/error.hpp>

#include <boost/hana/adapt_struct.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

namespace regula {

/// Bin i holds values from low + i w up to, not including, low + (i + 1) w, where w = (high - low) / bins; `high`
/// itself is in the last one.
struct histogram {
  double low  = 0;
  double high = 0;
  std::vector<std::uint64_t> counts;  ///< [bins]
  std::uint64_t total     = 0;        ///< values given, in a bin or not
  std::uint64_t undefined = 0;        ///< of them NaN or infinite, which are in no bin
};

/// One histogram a set, over bins from the least to the largest value of all of them.
///
/// Errors    throws range_error for 0 bins
[[nodiscard]] inline std::vector<histogram> shared_histograms(std::initializer_list<std::span<double const>> sets,
                                                              std::size_t bins = 100) {
  require(bins > 0, "shared_histograms: expected at least 1 bin, got 0");
  histogram empty{0, 0, std::vector<std::uint64_t>(bins), 0, 0};
  bool any = false;
  for (auto const set : sets)
    for (double const v : set) {
      if (!std::isfinite(v)) continue;
      empty.low  = any ? std::min(empty.low, v) : v;
      empty.high = any ? std::max(empty.high, v) : v;
      any        = true;
    }
  std::vector<histogram> out;
  for (auto const set : sets) {
    out.push_back(empty);
    histogram& here = out.back();
    for (double const v : set) {
      ++here.total;
      if (!std::isfinite(v)) {
        ++here.undefined;
        continue;
      }
      double const width = here.high - here.low;
      double const place = width > 0 ? (v - here.low) / width * static_cast<double>(bins) : 0;
      ++here.counts[std::min(bins - 1, static_cast<std::size_t>(place))];
    }
  }
  return out;
}

}  // namespace regula

BOOST_HANA_ADAPT_STRUCT(regula::histogram, low, high, counts, total, undefined);
