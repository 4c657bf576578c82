// SPDX-License-Identifier: MIT
/// @file
/// Rotary positions: queries and keys turn by an angle that grows with the position, so scores depend on distances.
#pragma once

#include <regula/native/memory.hpp>
#include <regula/native/simd.hpp>

#include <cmath>
#include <cstddef>

namespace regula::nn {

/// Turns every query and key of one sample in place; values stay.
///
/// Entries j and j + HeadSize / 2 of a head are a pair, turned by the angle t 10000^(-2 j / HeadSize) at token t.
/// Shapes    qkv [Tokens, 3 Heads, HeadSize] as in `attention`; angles [Tokens, 2, HeadSize / 2]: cosines, then sines,
///           each padded with zeros to whole vectors
/// Source    Su et al. 2021, "RoFormer: enhanced transformer with rotary position embedding", arXiv:2104.09864
template <class V, int Heads, int HeadSize, int Tokens>
struct rotary {
  static_assert(HeadSize % 2 == 0, "native: rotary positions turn pairs, so the size of a head is even");
  using real = typename V::real;

  static constexpr int half    = HeadSize / 2;
  static constexpr int head    = round_up(HeadSize, V::width);
  static constexpr int qkv_row = stride<V>({3 * Heads, HeadSize});
  static constexpr int part    = round_up(half, V::width);  ///< cosines of a token, then as many sines

  static constexpr std::size_t parameter_count = 0, stored = 0, kept = 0, scratch = 0;
  static constexpr std::size_t angle_count = std::size_t(Tokens) * 2 * part;

  /// Writes the table of angles [Tokens, 2, HeadSize / 2]; padding is left as it is.
  static void write_angles(real* table) {
    for (int t = 0; t < Tokens; ++t, table += 2 * part)
      for (int j = 0; j < half; ++j) {
        double const angle = t * std::pow(10000.0, -2.0 * j / HeadSize);
        table[j]           = real(std::cos(angle));
        table[part + j]    = real(std::sin(angle));
      }
  }

  static void forward(real const* angles, real* qkv) { turn<false>(angles, qkv); }

  /// The gradient of turned queries and keys becomes that of the queries and keys before.
  static void backward(real const* angles, real* d_qkv) { turn<true>(angles, d_qkv); }

 private:
  template <bool Back>
  [[gnu::noinline]] static void turn(real const* angles, real* qkv) {
    for (int t = 0; t < Tokens; ++t, angles += 2 * part, qkv += qkv_row)
      for (int h = 0; h < 2 * Heads; ++h) {
        real *const a = qkv + h * head, *const b = a + half;
        if constexpr (half % V::width == 0) {
          for (int j = 0; j < half; j += V::width) {
            auto const cosine = V::load(angles + j),
                       sine   = Back ? -V::load(angles + part + j) : V::load(angles + part + j);
            auto const x = V::load(a + j), y = V::load(b + j);
            V::store(a + j, V::fma(x, cosine, -(y * sine)));
            V::store(b + j, V::fma(y, cosine, x * sine));
          }
        } else {
          for (int j = 0; j < half; ++j) {
            real const cosine = angles[j], sine = Back ? -angles[part + j] : angles[part + j];
            real const x = a[j], y = b[j];
            a[j] = x * cosine - y * sine;
            b[j] = y * cosine + x * sine;
          }
        }
      }
  }
};

}  // namespace regula::nn
