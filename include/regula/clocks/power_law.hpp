// SPDX-License-Identifier: MIT
/// @file
/// Fits y = c x^alpha to measured points by least squares of ln y on ln x.
#pragma once

#include <regula/error.hpp>

#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace regula {

/// One point of a scaling plot; y is absent where the clock was not reached.
struct power_law_point {
  double x = 1;
  std::optional<double> y;
};

/// A fitted law y = c x^alpha.
///
/// `c` and `alpha` are absent together, when the points that have a y lie at fewer than two distinct x. `r2` (of ln y)
/// is absent then too, and when all y are equal: there is nothing to explain.
struct power_law {
  std::size_t point_count = 0;  ///< points that have a y
  std::optional<double> c;
  std::optional<double> alpha;
  std::optional<double> r2;

  /// The law at x, if there is one.
  [[nodiscard]] std::optional<double> operator()(double x) const {
    if (!c || !alpha) return std::nullopt;
    return *c * std::pow(x, *alpha);
  }

  friend bool operator==(power_law const&, power_law const&) = default;
};

/// Least squares of ln y on ln x over the points that have a y.
///
/// Points without a y are dropped, as in the published fits; a fit over a range where many are censored is therefore
/// biased towards early clocks, and `point_count` says how many were left.
///
/// Requires  x > 0 and finite in every point; y > 0 and finite where present
/// Errors    throws range_error if one of these does not hold
/// Source    Wang, Finn, Liu 2026, arXiv:2605.10019 (tau_mem against the number of training samples)
[[nodiscard]] inline power_law fit_power_law(std::span<power_law_point const> points) {
  std::vector<double> u, v;  // ln(x / x0), ln(y / y0): exactly 0 for points equal to the first
  double x0 = 1, y0 = 1;
  for (auto const& p : points) {
    require(p.x > 0 && std::isfinite(p.x), "fit_power_law: expected a positive, finite x, got {}", p.x);
    if (!p.y) continue;
    require(*p.y > 0 && std::isfinite(*p.y), "fit_power_law: expected a positive, finite y, got {}", *p.y);
    if (u.empty()) x0 = p.x, y0 = *p.y;
    u.push_back(std::log(p.x / x0));
    v.push_back(std::log(*p.y / y0));
  }
  power_law result{.point_count = u.size(), .c = {}, .alpha = {}, .r2 = {}};
  if (u.empty()) return result;

  auto const n  = static_cast<double>(u.size());
  double u_mean = 0, v_mean = 0;
  for (std::size_t i = 0; i < u.size(); ++i)
    u_mean += u[i] / n, v_mean += v[i] / n;
  double uu = 0, uv = 0, vv = 0;  // centred sums of squares and products
  for (std::size_t i = 0; i < u.size(); ++i) {
    uu += (u[i] - u_mean) * (u[i] - u_mean);
    uv += (u[i] - u_mean) * (v[i] - v_mean);
    vv += (v[i] - v_mean) * (v[i] - v_mean);
  }
  if (uu == 0) return result;
  auto const alpha = uv / uu;
  result.alpha     = alpha;
  result.c         = y0 * std::exp(v_mean - alpha * (u_mean + std::log(x0)));
  if (vv > 0) result.r2 = uv * uv / (uu * vv);
  return result;
}

}  // namespace regula
