// SPDX-License-Identifier: MIT
/// @file
/// One reverse step of uniform diffusion: the law of a cell's symbol at an earlier time.
#pragma once

#include <regula/concepts/rule.hpp>
#include <regula/objectives/log_linear.hpp>

#include <concepts>
#include <cstddef>
#include <span>

namespace regula {

/// p(z_s = j | z_t = z) of one cell, where x_theta stands in for what is not known of x. Shapes x_theta, out [V].
///
/// With a = alpha_t, b = alpha_s: [V a x_j [j=z] + (a/b - a) [j=z] + (b - a) x_j + (1 - a/b)(1 - b)/V] / [V a x_z + 1 -
/// a]. Requires  level_t is at least as noisy as level_s; z < V Source    Schiff et al. 2024, arXiv:2412.10193, for
/// uniform noise
template <std::floating_point Real>
void reverse_posterior(
    std::span<Real const> x_theta, token z, redrawn_level level_t, redrawn_level level_s, std::span<Real> out) {
  double const v = static_cast<double>(x_theta.size()), a = level_t.alpha, b = level_s.alpha;
  double const lost = level_t.one_minus_alpha - level_s.one_minus_alpha;  // b - a
  auto const scale  = static_cast<Real>(1 / (v * a * static_cast<double>(x_theta[z]) + level_t.one_minus_alpha));
  auto const gained = static_cast<Real>(lost), any = static_cast<Real>(lost / b * level_s.one_minus_alpha / v);
  for (std::size_t j = 0; j < out.size(); ++j)
    out[j] = scale * (gained * x_theta[j] + any);
  out[z] += scale * static_cast<Real>(v * a * static_cast<double>(x_theta[z]) + a / b * level_s.one_minus_alpha);
}

}  // namespace regula
