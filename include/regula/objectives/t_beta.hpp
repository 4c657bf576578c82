// SPDX-License-Identifier: MIT
/// @file
/// The beta law of the masking time. It needs Boost.Math and is therefore not reached by core.hpp.
#pragma once

#include <regula/error.hpp>
#include <regula/objectives/t_laws.hpp>

#include <boost/math/special_functions/beta.hpp>

#include <cmath>
#include <cstdint>
#include <string_view>

namespace regula {

/// t ~ Beta(a, b), as the quantile of v. With a floor, t = floor + (1 - floor) quantile(v).
///
/// Requires  a > 0, b > 0
struct t_beta {
  static constexpr std::string_view name = "t_beta";

  double a = 1;
  double b = 1;

  [[nodiscard]] double at(double v, std::uint64_t /*step*/) const {
    using precise = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
    return boost::math::ibeta_inv(a, b, v, precise{});
  }
  [[nodiscard]] double floored(double v, std::uint64_t step, double floor) const {
    return floor + (1 - floor) * at(v, step);
  }
  [[nodiscard]] static double highest() { return 1; }
};

/// Errors    throws range_error naming the setting, what was expected and what was given
inline void check(t_beta const& law) {
  require(law.a > 0 && std::isfinite(law.a), "t_beta: expected a > 0, got {}", law.a);
  require(law.b > 0 && std::isfinite(law.b), "t_beta: expected b > 0, got {}", law.b);
}

}  // namespace regula
