// SPDX-License-Identifier: MIT
/// @file
/// Keep masks of dropout, the same for every engine and thread count: each is a pure function of step, sample and
/// place.
#pragma once

#include <regula/error.hpp>
#include <regula/random/stream.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace regula {

/// Where in a transformer a mask applies. A place is a number below 65536, part of the stream's index.
struct dropout_place {
  std::uint64_t number;

  /// Token plus position, [T, d].
  static constexpr dropout_place embedding() { return {0}; }
  /// The attention probabilities of a block, [h, T, T]: head, query, key.
  static constexpr dropout_place probabilities(std::size_t block) { return {1 + 3 * std::uint64_t{block}}; }
  /// The attention branch of a block before it is added, [T, d].
  static constexpr dropout_place attention(std::size_t block) { return {2 + 3 * std::uint64_t{block}}; }
  /// The branch of a block's two-layer network before it is added, [T, d].
  static constexpr dropout_place mlp(std::size_t block) { return {3 + 3 * std::uint64_t{block}}; }
};

/// 32 random bits below this number drop an entry.
///
/// Requires  0 <= p <= 1
[[nodiscard]] inline std::uint64_t dropout_threshold(double p) {
  return static_cast<std::uint64_t>(std::llround(p * 0x1p32));
}

/// Draws which entries of one sample are kept (1) or dropped (0), each dropped with probability p.
///
/// Entries are in row-major order; two of them share a random word, the low half first.
/// Requires  streams(i) is of purpose::dropout at the number of finished updates; place below 65536
/// Errors    throws range_error for p outside [0, 1)
inline void fill_keep(
    stream_family streams, std::size_t sample, dropout_place place, double p, std::span<std::uint8_t> keep) {
  require(p >= 0 && p < 1, "dropout: expected a probability in [0, 1), got {}", p);
  std::uint64_t const threshold = dropout_threshold(p);
  stream rng                    = streams(sample * 65536 + place.number);
  auto const kept               = [threshold](std::uint64_t bits) -> std::uint8_t { return bits < threshold ? 0 : 1; };
  std::size_t j                 = 0;
  for (; j + 1 < keep.size(); j += 2) {
    std::uint64_t const word = rng();
    keep[j]                  = kept(word & 0xffffffffU);
    keep[j + 1]              = kept(word >> 32);
  }
  if (j < keep.size()) keep[j] = kept(rng() & 0xffffffffU);
}

}  // namespace regula
