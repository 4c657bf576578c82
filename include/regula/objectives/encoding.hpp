// SPDX-License-Identifier: MIT
/// @file
/// How the symbols of a board become real values for a continuous objective, and back.
#pragma once

#include <regula/concepts/rule.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace regula {

/// Idea     A map between a symbol and C real channels.
/// Minimal  `channels(V)`, `encode(symbol, V, out [C])`, `decode(values [C], V) -> symbol or no_token`, `accepts(V)`
/// Laws     decode(encode(s)) == s for every symbol
template <class E>
concept Encoding = std::copyable<E> &&
                   requires(E const& e, token symbol, token alphabet, std::span<float> out, std::span<float const> x) {
                     { E::accepts(alphabet) } -> std::same_as<bool>;
                     { E::channels(alphabet) } -> std::same_as<std::size_t>;
                     { e.encode(symbol, alphabet, out) } -> std::same_as<void>;
                     { e.decode(x, alphabet) } -> std::same_as<token>;
                   };

/// The codes of all symbols in double precision. Shape [V, C].
template <Encoding E>
[[nodiscard]] std::vector<double> codes_of(E const& encoding, token alphabet) {
  std::size_t const channels = E::channels(alphabet);
  std::vector<double> codes(alphabet * channels);
  for (token v = 0; v < alphabet; ++v) {
    auto const row = std::span{codes}.subspan(v * channels, channels);
    if constexpr (requires { encoding.encode(v, alphabet, row); }) {
      encoding.encode(v, alphabet, row);
    } else {
      std::vector<float> single(channels);
      encoding.encode(v, alphabet, std::span{single});
      std::ranges::copy(single, row.begin());
    }
  }
  return codes;
}

/// Binary symbols as one channel: 0 is -1, 1 is +1.
///
/// A value decodes to the sign it is nearer than `tolerance` to, else to `no_token`; NaN never decodes.
/// Source    the snap rule of the two-clocks experiments (tolerance 0.1)
struct pm1 {
  static constexpr std::string_view name = "pm1";

  double tolerance = 0.1;

  static constexpr bool accepts(token alphabet) { return alphabet == 2; }
  static constexpr std::size_t channels(token) { return 1; }

  static constexpr void encode(token symbol, token, std::span<float> out) { out[0] = symbol == 0 ? -1.0F : 1.0F; }

  [[nodiscard]] token decode(std::span<float const> x, token) const {
    auto const value = static_cast<double>(x[0]);
    if (std::abs(value - 1) < tolerance) return 1;
    if (std::abs(value + 1) < tolerance) return 0;
    return no_token;
  }
};

}  // namespace regula
