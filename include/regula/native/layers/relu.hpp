// SPDX-License-Identifier: MIT
/// @file
/// relu between two matrices. Its output says where it was above zero, so nothing else is kept.
#pragma once

#include <regula/native/simd.hpp>

#include <cstddef>

namespace regula::nn {

/// x becomes max(x, 0), entry by entry; the derivative at 0 is 0.
///
/// Shapes    [Rows, Size] with rows `row` apart; padding stays 0
template <class V, int Size, int Rows>
struct relu_layer {
  using real = typename V::real;

  static constexpr int row     = stride<V>({1, Size});
  static constexpr int columns = padded<V>({1, Size});

  static constexpr std::size_t parameter_count = 0, stored = 0, kept = 0, scratch = 0;

  static void forward(real* x) {
    for (int r = 0; r < Rows; ++r, x += row)
      for (int j = 0; j < columns; j += V::width)
        V::store(x + j, xsimd::max(V::load(x + j), V::all(0)));
  }

  /// The gradient of the output y becomes that of the input.
  static void backward(real const* y, real* dy) {
    for (int r = 0; r < Rows; ++r, y += row, dy += row)
      for (int j = 0; j < columns; j += V::width)
        V::store(dy + j, xsimd::select(V::load(y + j) > V::all(0), V::load(dy + j), V::all(0)));
  }
};

}  // namespace regula::nn
