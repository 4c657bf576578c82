// SPDX-License-Identifier: MIT
/// @file
/// The beta law of the masking time. It needs Boost.Math and is therefore not reached by core.hpp.
#pragma once

#include <regula/error.hpp>
#include <regula/objectives/t_laws.hpp>

#include <boost/math/special_functions/beta.hpp>

#include <cmath>
#include <cstdint>
#include <numbers>
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

/// E[g(t)], as `mean_over` (regula/objectives/t_mean.hpp) of the other laws: an integral over the density, whose ends
/// may be singular, by the double exponential rule q = 1/(1 + exp(-pi sinh s)).
template <class G>
[[nodiscard]] double mean_over(t_beta const& law, std::uint64_t /*step*/, double floor, G const& g) {
  double sum = 0, mass = 0;
  for (int i = -224; i <= 224; ++i) {
    double const s = i / 32.0, x = std::numbers::pi * std::sinh(s);
    double const q = 1 / (1 + std::exp(-x)), rest = 1 / (1 + std::exp(x));
    double const weight = std::cosh(s) * std::pow(q, law.a) * std::pow(rest, law.b);
    if (weight == 0) continue;
    mass += weight;
    sum += weight * g(floor + (1 - floor) * q);
  }
  return sum / mass;
}

}  // namespace regula
