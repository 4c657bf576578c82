// SPDX-License-Identifier: MIT
/// @file
/// Draws from 64-bit random words, the same on every machine: uniform, bounded integer, exponential, normal, subset.
#pragma once

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <span>
#include <utility>

namespace regula {

/// A source of 64-bit words: `stream`, or any standard generator that fills all 64 bits. (`std::mt19937` gives a 64-bit
/// type on Linux, but 32 random bits: its `max()` tells.)
template <class G>
concept WordSource = requires(G& rng) {
  { rng() } -> std::same_as<std::uint64_t>;
} && (!requires { G::max(); } || requires {
  requires(G::min() == 0);
  requires(G::max() == std::numeric_limits<std::uint64_t>::max());
});

/// A uniform number strictly inside (0, 1): a multiple of 2^-53, never 0 and never 1.
template <WordSource G>
[[nodiscard]] double uniform(G& rng) {
  return (static_cast<double>(rng() >> 12) + 0.5) * 0x1p-52;
}

/// A uniform integer in [0, n), without bias: the high half of word * n, words of the uneven remainder are redrawn.
///
/// Requires  n > 0
/// Source    Lemire 2019, "Fast random integer generation in an interval"
template <WordSource G, std::integral N>
[[nodiscard]] N pick(G& rng, N n) {
  __extension__ using wide = unsigned __int128;
  auto const range         = static_cast<std::uint64_t>(n);
  wide product             = wide{rng()} * range;
  if (static_cast<std::uint64_t>(product) < range) {
    std::uint64_t const uneven = (0 - range) % range;  // 2^64 mod n
    while (static_cast<std::uint64_t>(product) < uneven)
      product = wide{rng()} * range;
  }
  return static_cast<N>(product >> 64);
}

/// An exponential number with mean 1 that resolves the tail near 0: minus its logarithm is a Gumbel number.
template <WordSource G>
[[nodiscard]] double exponential(G& rng) {
  double const v = (static_cast<double>(rng()) + 0.5) * 0x1p-64;
  return -std::log1p(-std::fmin(v, 1 - 0x1p-53));
}

/// Two independent standard normal numbers from two words (Box-Muller, in double).
template <WordSource G>
[[nodiscard]] std::pair<double, double> normal_pair(G& rng) {
  double const radius = std::sqrt(-2 * std::log(uniform(rng)));
  double const angle  = 2 * std::numbers::pi * uniform(rng);
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

/// One standard normal number from two words.
template <WordSource G>
[[nodiscard]] double normal(G& rng) {
  return normal_pair(rng).first;
}

/// Fills `out` with independent standard normal numbers, two from every two words; an odd last one is the cosine half.
template <WordSource G, std::floating_point T>
void fill_normal(G& rng, std::span<T> out) {
  std::size_t i = 0;
  for (; i + 1 < out.size(); i += 2) {
    auto const [a, b] = normal_pair(rng);
    out[i]            = static_cast<T>(a);
    out[i + 1]        = static_cast<T>(b);
  }
  if (i < out.size()) out[i] = static_cast<T>(normal(rng));
}

/// Moves a uniformly chosen ordered sample of `count` elements to the front of `items` (partial Fisher-Yates).
///
/// Requires  count <= items.size(); with count == items.size() this is a full shuffle
template <WordSource G, class T>
void shuffle_front(G& rng, std::span<T> items, std::size_t count) {
  for (std::size_t i = 0; i < count && i + 1 < items.size(); ++i)
    std::swap(items[i], items[i + pick(rng, items.size() - i)]);
}

}  // namespace regula
