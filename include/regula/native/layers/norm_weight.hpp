// SPDX-License-Identifier: MIT
/// @file
/// The trained scale of a norm, joined with the scale that a sample's condition asks for (adaLN).
#pragma once

#include <regula/native/simd.hpp>

#include <cstddef>

namespace regula::nn {

/// factor = w (1 + scale): what a norm with a weight multiplies by.
///
/// Shapes    w, scale, factor [Size], padded with zeros
template <class V, int Size>
struct norm_weight {
  using real = typename V::real;

  static constexpr int columns = padded<V>({1, Size});

  static constexpr std::size_t parameter_count = Size, stored = columns, kept = 0;
  static constexpr std::size_t scratch = columns;  ///< the factor

  static void forward(real const* w, real const* scale, real* factor) {
    for (int j = 0; j < columns; j += V::width)
      V::store(factor + j, V::load(w + j) * (V::all(1) + V::load(scale + j)));
  }

  /// The gradient of `factor` becomes that of `scale`; that of w is written, or added to what is there.
  static void backward(real const* w, real const* scale, real* d_factor, real* dw, bool add) {
    for (int j = 0; j < columns; j += V::width) {
      auto const d = V::load(d_factor + j);
      V::store(dw + j, V::fma(d, V::all(1) + V::load(scale + j), add ? V::load(dw + j) : V::all(0)));
      V::store(d_factor + j, d * V::load(w + j));
    }
  }
};

}  // namespace regula::nn
