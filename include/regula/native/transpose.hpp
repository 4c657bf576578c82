// SPDX-License-Identifier: MIT
/// @file
/// Transposition of small matrices, in squares of one 128-bit vector: the one shuffle that every instruction set has.
#pragma once

#include <regula/native/simd.hpp>

namespace regula::nn {

namespace detail {

/// Transposes a square of `side` rows. Two rounds of interleaving (one for a side of 2) move entry (i, j) to (j, i).
template <class Square, int Side>
[[gnu::always_inline]] inline void transpose_square(Square (&r)[Side]) {
  static_assert(Side == 2 || Side == 4);
  if constexpr (Side == 2) {
    Square const low = xsimd::zip_lo(r[0], r[1]);
    r[1]             = xsimd::zip_hi(r[0], r[1]);
    r[0]             = low;
  } else {
    Square const a = xsimd::zip_lo(r[0], r[2]), b = xsimd::zip_hi(r[0], r[2]);
    Square const c = xsimd::zip_lo(r[1], r[3]), d = xsimd::zip_hi(r[1], r[3]);
    r[0] = xsimd::zip_lo(a, c), r[1] = xsimd::zip_hi(a, c);
    r[2] = xsimd::zip_lo(b, d), r[3] = xsimd::zip_hi(b, d);
  }
}

}  // namespace detail

/// out[j out_row + i] = scale in[i in_row + j] for i < Rows, j < Columns.
///
/// Requires  Columns, in_row, out_row multiples of 4, both matrices aligned to 16 bytes
template <class V, int Rows, int Columns>
[[gnu::always_inline]] inline void transpose(
    typename V::real const* in, int in_row, typename V::real* out, int out_row, typename V::real scale) {
  using real         = typename V::real;
  constexpr int side = static_cast<int>(16 / sizeof(real));
  using square       = xsimd::make_sized_batch_t<real, static_cast<std::size_t>(side)>;
  static_assert(Columns % side == 0);
  constexpr int whole = Rows / side * side;
  square const factor(scale);
  for (int i = 0; i < whole; i += side)
    for (int j = 0; j < Columns; j += side) {
      square rows[side];
      REGULA_UNROLL for (int r = 0; r < side; ++r) rows[r] = factor * square::load_aligned(in + (i + r) * in_row + j);
      detail::transpose_square(rows);
      REGULA_UNROLL for (int r = 0; r < side; ++r) rows[r].store_aligned(out + (j + r) * out_row + i);
    }
  for (int i = whole; i < Rows; ++i)
    for (int j = 0; j < Columns; ++j)
      out[j * out_row + i] = scale * in[i * in_row + j];
}

}  // namespace regula::nn
