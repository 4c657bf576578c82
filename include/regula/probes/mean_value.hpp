// SPDX-License-Identifier: MIT
/// @file
/// A mean that keeps its standard error and how many values it is of.
#pragma once

#include <regula/objectives/detail/board_mean.hpp>

#include <boost/hana/adapt_struct.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

namespace regula {

/// The mean of independent values; NaN without any.
struct mean_value {
  double mean           = std::numeric_limits<double>::quiet_NaN();
  double standard_error = std::numeric_limits<double>::quiet_NaN();  ///< of the mean; NaN for a single value
  std::uint64_t count   = 0;

  /// Standard deviation of the values themselves, the mean of `count` squares under the root; NaN without any.
  [[nodiscard]] double deviation() const {
    if (count < 2) return count == 0 ? std::numeric_limits<double>::quiet_NaN() : 0;
    return standard_error * std::sqrt(static_cast<double>(count - 1));
  }
};

/// Takes values one by one. A value that is not finite makes the mean so: nothing is left out.
class running_mean {
 public:
  void add(double value) {
    sum_.add(value);
    ++count_;
  }
  [[nodiscard]] mean_value value() const {
    if (count_ == 0) return {};
    return {sum_.mean(), sum_.standard_error(), count_};
  }

 private:
  detail::board_mean sum_;
  std::uint64_t count_ = 0;
};

/// The difference of two independent means. Its count is the smaller of both.
[[nodiscard]] inline mean_value difference(mean_value const& a, mean_value const& b) {
  return {a.mean - b.mean, std::hypot(a.standard_error, b.standard_error), a.count < b.count ? a.count : b.count};
}

}  // namespace regula

BOOST_HANA_ADAPT_STRUCT(regula::mean_value, mean, standard_error, count);
