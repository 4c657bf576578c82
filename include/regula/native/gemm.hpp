// SPDX-License-Identifier: MIT
/// @file
/// The matrix product C = A B of small matrices whose shapes are compile-time constants.
/// Every entry of C is one chain of fused multiply-adds in the order of k, however the work is cut into pieces.
#pragma once

#include <regula/native/simd.hpp>

namespace regula::nn {

/// Where the entries of a product lie. B and C are cut into panels of whole vectors of columns.
///
/// A(i, k) = a[i a_row + k a_col]; row k of panel p of B starts at b[p b_panel + k b_row]; C likewise.
struct product_layout {
  int a_row, a_col;
  int b_row, b_panel;
  int c_row, c_panel;
};

/// Vectors in a panel of n vectors of columns. Together with `tile_rows` it fills the registers with sums.
template <class V>
[[nodiscard]] constexpr int panel_vectors(int n) {
  if (V::registers >= 32) return n % 4 == 0 ? 4 : n % 3 == 0 ? 3 : n % 2 == 0 ? 2 : 1;
  return n % 2 == 0 ? 2 : n % 3 == 0 ? 3 : 1;
}

/// Columns of a panel of a matrix with n columns, padding included.
template <class V>
[[nodiscard]] constexpr int panel_width(int n) {
  return panel_vectors<V>(n / V::width) * V::width;
}

/// Rows whose sums fit the registers beside one row of a panel and one broadcast.
template <class V>
[[nodiscard]] constexpr int most_rows(int vectors) {
  if (V::registers >= 32) return vectors == 4 ? 6 : vectors == 3 ? 9 : vectors == 2 ? 12 : 18;
  return vectors == 3 ? 4 : vectors == 2 ? 6 : 12;
}

/// Rows of a tile for m rows: a divisor of m if one is large enough to hide the latency of the sums.
template <class V>
[[nodiscard]] constexpr int tile_rows(int m, int vectors) {
  int const most = most_rows<V>(vectors);
  for (int r = most; r >= (most + 1) / 2; --r)
    if (m % r == 0) return r;
  return most;
}

/// Terms of a sum that are taken at once: as many as keep a block of B in the first-level cache.
[[nodiscard]] constexpr int terms_at_once(int k) {
  int const most = 72, blocks = (k + most - 1) / most;
  return blocks <= 1 ? k : round_up((k + blocks - 1) / blocks, 8);
}

namespace detail {

/// One register tile: Rows x Vectors sums over k terms, starting from C, from a bias row or from zero.
template <class V, int Rows, int Vectors, product_layout P>
[[gnu::always_inline]] inline void tile(typename V::real const* __restrict a,
                                        typename V::real const* __restrict b,
                                        typename V::real* __restrict c,
                                        int k_count,
                                        bool accumulate,
                                        typename V::real const* __restrict bias) {
  typename V::batch sum[Rows][Vectors];
  if (accumulate) {
    REGULA_UNROLL for (int r = 0; r < Rows; ++r) {
      REGULA_UNROLL for (int q = 0; q < Vectors; ++q) sum[r][q] = V::load(c + r * P.c_row + q * V::width);
    }
  } else if (bias != nullptr) {
    REGULA_UNROLL for (int r = 0; r < Rows; ++r) {
      REGULA_UNROLL for (int q = 0; q < Vectors; ++q) sum[r][q] = V::load(bias + q * V::width);
    }
  } else {
    REGULA_UNROLL for (int r = 0; r < Rows; ++r) {
      REGULA_UNROLL for (int q = 0; q < Vectors; ++q) sum[r][q] = V::all(0);
    }
  }
  // Not unrolled, g++ may read the row of B again for each row of the tile: a quarter of the speed.
  REGULA_UNROLL_BY_4 for (int k = 0; k < k_count; ++k) {
    typename V::batch row[Vectors];
    REGULA_UNROLL for (int q = 0; q < Vectors; ++q) row[q] = V::load(b + k * P.b_row + q * V::width);
    REGULA_UNROLL for (int r = 0; r < Rows; ++r) {
      auto const x                                              = V::all(a[r * P.a_row + k * P.a_col]);
      REGULA_UNROLL for (int q = 0; q < Vectors; ++q) sum[r][q] = V::fma(x, row[q], sum[r][q]);
    }
  }
  REGULA_UNROLL for (int r = 0; r < Rows; ++r) {
    REGULA_UNROLL for (int q = 0; q < Vectors; ++q) V::store(c + r * P.c_row + q * V::width, sum[r][q]);
  }
}

/// Asks for part i of n of the `bytes` that start at p: panels are read one after the other, so the next can be on its
/// way. Where there is no next one, nothing is read.
[[gnu::always_inline]] inline void prefetch_part(void const* p, int bytes, int i, int n) {
  int const lines = (bytes / 64 + n - 1) / n;
  auto const* q   = static_cast<char const*>(p) + i * lines * 64;
  for (int l = 0; l < lines; ++l)
    __builtin_prefetch(q + l * 64, 0, 2);
}

/// `tiles` tiles of Rows rows, then Tail rows, of every panel. Inlined, so that constant arguments stay constants.
template <class V, int Rows, int Tail, int Vectors, product_layout P>
[[gnu::always_inline]] inline void product(int tiles,
                                           int panels,
                                           int k_count,
                                           typename V::real const* __restrict a,
                                           typename V::real const* __restrict b,
                                           typename V::real* __restrict c,
                                           bool accumulate,
                                           typename V::real const* __restrict bias) {
  constexpr int width     = Vectors * V::width;
  constexpr int item      = static_cast<int>(sizeof(typename V::real));
  constexpr bool packed_b = P.b_row == width && P.b_panel != width, packed_c = P.c_row == width && P.c_panel != width;
  int const at_once = terms_at_once(k_count);
  for (int p = 0; p < panels; ++p) {
    auto const* const bp     = b + static_cast<std::ptrdiff_t>(p) * P.b_panel;
    auto* const cp           = c + static_cast<std::ptrdiff_t>(p) * P.c_panel;
    auto const* const bias_p = bias != nullptr ? bias + p * width : nullptr;
    for (int k = 0; k < k_count; k += at_once) {
      int const terms      = k_count - k < at_once ? k_count - k : at_once;
      auto const* const ak = a + k * P.a_col;
      auto const* const bk = bp + k * P.b_row;
      for (int t = 0; t < tiles; ++t) {
        if constexpr (packed_b)
          if (at_once * width * item >= 16384) prefetch_part(bk + at_once * width, at_once * width * item, t, tiles);
        if constexpr (packed_c)
          if (accumulate || k > 0) prefetch_part(cp + (t + 1) * Rows * width, Rows * width * item, 0, 1);
        tile<V, Rows, Vectors, P>(
            ak + t * Rows * P.a_row, bk, cp + t * Rows * P.c_row, terms, accumulate || k > 0, bias_p);
      }
      if constexpr (Tail > 0)
        tile<V, Tail, Vectors, P>(
            ak + tiles * Rows * P.a_row, bk, cp + tiles * Rows * P.c_row, terms, accumulate || k > 0, bias_p);
    }
  }
}

}  // namespace detail

/// C[M x N] = A[M x K] B[K x N], or C += A B, or each row of C started from `bias`.
///
/// Shapes    N counts padding and is a multiple of the vector width; M and K may be anything
/// Requires  b, c and bias aligned to a vector, C distinct from A and B
template <class V, int M, int N, int K, product_layout P>
[[gnu::noinline]] void product(typename V::real const* a,
                               typename V::real const* b,
                               typename V::real* c,
                               bool accumulate              = false,
                               typename V::real const* bias = nullptr) {
  static_assert(M > 0 && K > 0 && N > 0 && N % V::width == 0);
  constexpr int vectors = panel_vectors<V>(N / V::width), rows = tile_rows<V>(M, vectors);
  detail::product<V, rows, M % rows, vectors, P>(M / rows, N / (vectors * V::width), K, a, b, c, accumulate, bias);
}

/// The same for `panels` panels of a C with M rows and any number of terms.
template <class V, int M, int Vectors, product_layout P>
[[gnu::noinline]] void product_of_terms(int panels,
                                        int k_count,
                                        typename V::real const* a,
                                        typename V::real const* b,
                                        typename V::real* c,
                                        bool accumulate) {
  constexpr int rows = tile_rows<V>(M, Vectors);
  detail::product<V, rows, M % rows, Vectors, P>(M / rows, panels, k_count, a, b, c, accumulate, nullptr);
}

/// The same for `panels` panels of a C with a number of rows known at run time only: whole tiles of `most_rows`, so A
/// and C have room for `padded_rows` rows.
template <class V, int K, int Vectors, product_layout P>
[[gnu::noinline]] void product_of_rows(int tiles,
                                       int panels,
                                       typename V::real const* a,
                                       typename V::real const* b,
                                       typename V::real* c,
                                       typename V::real const* bias) {
  detail::product<V, most_rows<V>(Vectors), 0, Vectors, P>(tiles, panels, K, a, b, c, false, bias);
}

}  // namespace regula::nn
