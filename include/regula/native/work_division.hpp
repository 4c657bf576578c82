// SPDX-License-Identifier: MIT
/// @file
/// How a batch is cut into blocks of samples and shards of gradients: functions of shapes and batch only, never of
/// threads.
#pragma once

#include <regula/native/simd.hpp>

#include <algorithm>
#include <cstddef>

namespace regula::nn {

/// Samples that go through a net together. Wide nets read their weights from memory, so several samples share a
/// reading; a narrow net's weights stay in the cache, and one sample leaves more room for them.
[[nodiscard]] constexpr int samples_at_once(int width) { return width >= 96 ? 4 : 1; }

/// Gradients of a shard beyond this many bytes are not worth a copy per shard: the net is called wide.
inline constexpr std::size_t largest_shard = std::size_t{6} << 20;
inline constexpr std::size_t most_shards   = 8;

/// Shards of the gradient of a batch: a power of two, summed as a binary tree. A wide net has one: its threads share
/// the weight gradients by panels of outputs instead.
[[nodiscard]] constexpr std::size_t shard_count(std::size_t shard_bytes, std::size_t blocks) {
  if (shard_bytes > largest_shard) return 1;
  std::size_t n = 1;
  while (2 * n <= std::min(blocks, most_shards))
    n *= 2;
  return n;
}

/// First of the blocks of shard s; those of all shards together are all blocks, in order.
[[nodiscard]] constexpr std::size_t first_block(std::size_t s, std::size_t shards, std::size_t blocks) {
  return s * blocks / shards;
}

/// out = the sum of `Shards` arrays `distance` apart, pairs first, then pairs of pairs; returns the sum of its squares.
template <class V, std::size_t Shards>
double sum_shards(typename V::real const* shards, std::size_t distance, std::size_t count, typename V::real* out) {
  using batch    = typename V::batch;
  double squares = 0;
  constexpr std::size_t at_once =
      256;  // so that the squares of a large array are not added to a sum that swallows them
  for (std::size_t begin = 0; begin < count; begin += at_once) {
    batch part = V::all(0);
    for (std::size_t i = begin; i < std::min(begin + at_once, count); i += std::size_t(V::width)) {
      batch s[Shards];
      REGULA_UNROLL for (std::size_t k = 0; k < Shards; ++k) s[k] = V::load(shards + k * distance + i);
      REGULA_UNROLL for (std::size_t d = 1; d < Shards; d *= 2) {
        REGULA_UNROLL for (std::size_t k = 0; k + d < Shards; k += 2 * d) s[k] += s[k + d];
      }
      if (Shards > 1) V::store(out + i, s[0]);
      part = V::fma(s[0], s[0], part);
    }
    squares += double(V::sum(part));
  }
  return squares;
}

/// The same for a number of shards known at run time. With one shard `shards` is `out` itself.
template <class V>
double sum_shards(
    std::size_t n, typename V::real const* shards, std::size_t distance, std::size_t count, typename V::real* out) {
  switch (n) {
    case 8:
      return sum_shards<V, 8>(shards, distance, count, out);
    case 4:
      return sum_shards<V, 4>(shards, distance, count, out);
    case 2:
      return sum_shards<V, 2>(shards, distance, count, out);
    default:
      return sum_shards<V, 1>(shards, distance, count, out);
  }
}

}  // namespace regula::nn
