// SPDX-License-Identifier: MIT
/// @file
/// Bootstrap bands of means: how far a mean goes if its values are drawn again.
#pragma once

#include <regula/random/draws.hpp>
#include <regula/random/stream.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace regula {

/// A mean of some values with its standard error and its band of the bootstrap; NaN of no values.
struct banded_mean {
  double mean           = std::numeric_limits<double>::quiet_NaN();
  double standard_error = std::numeric_limits<double>::quiet_NaN();
  double low            = std::numeric_limits<double>::quiet_NaN();
  double high           = std::numeric_limits<double>::quiet_NaN();
};

namespace detail {

/// The quantile q of sorted values, between two of them by straight line; values not empty.
[[nodiscard]] inline double quantile(std::span<double const> sorted, double q) {
  double const place = q * static_cast<double>(sorted.size() - 1);
  auto const below   = static_cast<std::size_t>(place);
  auto const above   = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], place - std::floor(place));
}

/// The bootstrap of lists of n values: n of n drawn with replacement, `draws` times, the same for every list.
///
/// Source    Efron 1979, "Bootstrap methods"; the percentile interval
class bootstrap {
 public:
  bootstrap(std::size_t n, std::size_t draws, double tail, stream rng) : n_{n}, tail_{tail}, times_(draws * n) {
    for (std::size_t d = 0; d < draws && n > 0; ++d)
      for (std::size_t k = 0; k < n; ++k)
        ++times_[d * n + pick(rng, n)];
  }

  /// NaN of no values; a NaN among them makes all NaN.
  [[nodiscard]] banded_mean operator()(std::span<double const> values) const {
    banded_mean out;
    if (n_ == 0) return out;
    double const n = static_cast<double>(n_);
    double sum = 0, squares = 0;
    for (double const v : values)
      sum += v;
    out.mean = sum / n;
    for (double const v : values)
      squares += (v - out.mean) * (v - out.mean);
    if (n_ > 1) out.standard_error = std::sqrt(squares / (n - 1) / n);
    if (times_.empty() || std::isnan(out.mean)) return out;
    std::vector<double> means(times_.size() / n_);
    for (std::size_t d = 0; d < means.size(); ++d)
      for (std::size_t k = 0; k < n_; ++k)
        means[d] += times_[d * n_ + k] * values[k] / n;
    std::ranges::sort(means);
    out.low  = quantile(means, tail_);
    out.high = quantile(means, 1 - tail_);
    return out;
  }

 private:
  std::size_t n_;
  double tail_;
  std::vector<std::uint32_t> times_;  // [draws, n] how often each value was drawn
};

}  // namespace detail
}  // namespace regula
