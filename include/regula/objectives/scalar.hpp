// SPDX-License-Identifier: MIT
/// @file
/// Symbols as equally spaced levels of one channel.
#pragma once

#include <regula/concepts/rule.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>

namespace regula {

/// Symbol v of V is 2v/(V - 1) - 1: levels from -1 to 1.
///
/// A value decodes to the nearest level if it is nearer than `tolerance` to it, else to `no_token`; NaN never decodes.
/// Source    the Latin and Sudoku experiments of arXiv:2605.10019 (tolerance 0.15)
struct scalar {
  static constexpr std::string_view name = "scalar";

  double tolerance = 0.15;

  static constexpr scalar loose() { return {}; }
  static constexpr scalar strict() { return {0.01}; }

  static constexpr bool accepts(token alphabet) { return alphabet >= 2; }
  static constexpr std::size_t channels(token) { return 1; }

  template <std::floating_point T>
  static constexpr void encode(token symbol, token alphabet, std::span<T> out) {
    out[0] = static_cast<T>(level(symbol, alphabet));
  }

  [[nodiscard]] token decode(std::span<float const> x, token alphabet) const {
    auto const value = static_cast<double>(x[0]);
    if (!std::isfinite(value)) return no_token;
    double const place = std::clamp(std::round((value + 1) / 2 * (alphabet - 1)), 0.0, alphabet - 1.0);
    auto const nearest = static_cast<token>(place);
    return std::abs(value - level(nearest, alphabet)) < tolerance ? nearest : no_token;
  }

 private:
  static constexpr double level(token symbol, token alphabet) { return 2.0 * symbol / (alphabet - 1.0) - 1; }
};

}  // namespace regula
