// SPDX-License-Identifier: MIT
/// @file
/// gelu between the two matrices of an MLP. Its derivative is taken in the forward pass, where the exponential is at
/// hand.
#pragma once

#include <regula/native/elementary.hpp>

#include <cstddef>

namespace regula::nn {

/// x becomes gelu(x), entry by entry.
///
/// Shapes    [Rows, Size] with rows `row` apart; padding stays 0
template <class V, int Size, int Rows>
struct gelu_layer {
  using real = typename V::real;

  static constexpr int row     = stride<V>({1, Size});
  static constexpr int columns = padded<V>({1, Size});

  static constexpr std::size_t parameter_count = 0, stored = 0, scratch = 0;
  static constexpr std::size_t kept = std::size_t(Rows) * row;  ///< gelu'(x)

  template <bool Keep>
  [[gnu::noinline]] static void forward(real* x, real* slope) {
    for (int r = 0; r < Rows; ++r, x += row, slope += Keep ? row : 0)
      for (int j = 0; j < columns; j += V::width)
        if constexpr (Keep) {
          auto const y = gelu_and_slope<V>(V::load(x + j));
          V::store(x + j, y.value);
          V::store(slope + j, y.slope);
        } else {
          V::store(x + j, gelu<V>(V::load(x + j)));
        }
  }

  /// The kept slope becomes the gradient of x: dy slope.
  [[gnu::noinline]] static void backward(real const* dy, real* slope) {
    for (int r = 0; r < Rows; ++r, dy += row, slope += row)
      for (int j = 0; j < columns; j += V::width)
        V::store(slope + j, V::load(dy + j) * V::load(slope + j));
  }
};

}  // namespace regula::nn
