// SPDX-License-Identifier: MIT
/// @file
/// The mean of signs whose product over each group is +1, in closed form.
#pragma once

#include <regula/rules/group_parity.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

namespace regula::detail {

template <class R>
inline constexpr std::size_t group_size = 0;
template <std::size_t D, std::size_t G>
inline constexpr std::size_t group_size<group_parity<D, G>> = G;

template <class R>
concept IsGroupParity = group_size<R> > 0;

/// E[sign i | x] = (t_i + Q_i) / (1 + t_i Q_i) with t_i = tanh(x_i / sigma^2) and Q_i the product of the group's
/// others.
///
/// That is 0/0 where t_i and -Q_i are 1 to the last bit. So every |t| is kept as 1 - s c, where s = exp(-2 a) of the
/// group's smallest a = |x| / sigma^2; 1 - |Q| is s times the sum that c + d - s c d makes of its factors, and s
/// cancels where signs differ.
///
/// Shapes    x, out [n G]
///
/// Requires  sigma > 0
template <std::size_t G>
void parity_mean(std::span<double const> x, double sigma, std::span<double> out) {
  double const scale = 1 / (sigma * sigma);
  for (std::size_t first = 0; first < x.size(); first += G) {
    double smallest       = std::abs(x[first]);
    bool product_is_minus = false;
    for (std::size_t i = 0; i < G; ++i) {
      smallest         = std::min(smallest, std::abs(x[first + i]));
      product_is_minus = product_is_minus != (x[first + i] < 0);
    }
    double const s = std::exp(-2 * smallest * scale);
    std::array<double, G> own;         // c of each cell
    std::array<double, G + 1> behind;  // of the product of cells i, i + 1, ...
    behind[G] = 0;
    for (std::size_t i = G; i-- > 0;) {
      double const e = std::exp(-2 * (std::abs(x[first + i]) - smallest) * scale);
      own[i]         = 2 * e / (1 + s * e);
      behind[i]      = own[i] + behind[i + 1] - s * own[i] * behind[i + 1];
    }
    double ahead = 0;  // of the product of cells 0 .. i - 1
    for (std::size_t i = 0; i < G; ++i) {
      double const c = own[i], q = ahead + behind[i + 1] - s * ahead * behind[i + 1];
      bool const is_minus = x[first + i] < 0, others_are_minus = product_is_minus != is_minus;
      double const mean = is_minus == others_are_minus ? (2 - s * (c + q)) / (2 - s * (c + q) + s * s * c * q)
                                                       : (q - c) / (c + q - s * c * q);
      out[first + i]    = is_minus ? -mean : mean;
      ahead             = ahead + c - s * ahead * c;
    }
  }
}

}  // namespace regula::detail
