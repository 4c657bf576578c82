// SPDX-License-Identifier: MIT
/// @file
/// Symbols as one channel each, in three choices of the two values.
#pragma once

#include <regula/concepts/rule.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>

namespace regula {

/// The values of the symbol's channel and of all others.
struct channel_values {
  double active, inactive;
};

/// Symbol v of V is the active value in channel v and the inactive one in the others. Values names the choice.
///
/// Channels decode to the largest of them if (largest - inactive) / (active - inactive) >= 1 - slack, else to
/// `no_token`; a channel that is not finite never decodes.
/// Shapes    channel after channel of a cell: x [T, V]
/// Source    the Latin and Sudoku experiments of arXiv:2605.10019 (slack 0.3; 0.1 where it is strict)
template <class Values>
struct one_hot {
  static constexpr std::string_view name = Values::name;

  double slack = 0.3;

  static constexpr one_hot loose() { return {}; }
  static constexpr one_hot strict() { return {0.1}; }

  static constexpr bool accepts(token alphabet) { return alphabet >= 2; }
  static constexpr std::size_t channels(token alphabet) { return alphabet; }

  template <std::floating_point T>
  static constexpr void encode(token symbol, token alphabet, std::span<T> out) {
    channel_values const v = Values::of(alphabet);
    std::ranges::fill(out, static_cast<T>(v.inactive));
    out[symbol] = static_cast<T>(v.active);
  }

  [[nodiscard]] token decode(std::span<float const> x, token alphabet) const {
    if (!std::ranges::all_of(x, [](float value) { return std::isfinite(value); })) return no_token;
    channel_values const v = Values::of(alphabet);
    auto const largest     = std::ranges::max_element(x);
    double const certainty = (static_cast<double>(*largest) - v.inactive) / (v.active - v.inactive);
    return certainty >= 1 - slack ? static_cast<token>(largest - x.begin()) : no_token;
  }
};

struct pm1_values {
  static constexpr std::string_view name = "one_hot_pm1";
  static constexpr channel_values of(token) { return {1, -1}; }
};
struct zero_one_values {
  static constexpr std::string_view name = "one_hot_zero_one";
  static constexpr channel_values of(token) { return {1, 0}; }
};
struct zero_mean_values {
  static constexpr std::string_view name = "one_hot_zero_mean";
  static constexpr channel_values of(token alphabet) { return {(alphabet - 1.0) / alphabet, -1.0 / alphabet}; }
};

using one_hot_pm1       = one_hot<pm1_values>;        ///< 1 and -1
using one_hot_zero_one  = one_hot<zero_one_values>;   ///< 1 and 0
using one_hot_zero_mean = one_hot<zero_mean_values>;  ///< (V - 1)/V and -1/V: the channels of a cell sum to 0

}  // namespace regula
