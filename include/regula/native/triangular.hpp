// SPDX-License-Identifier: MIT
/// @file
/// Products with a triangular factor or result, as causal attention has them: tiles that are all zeros are left out.
#pragma once

#include <regula/native/gemm.hpp>

#include <algorithm>

namespace regula::nn {

/// The part of a product C = A B that is wanted, or that is not zero.
enum class triangle {
  rows_before_columns,  ///< C(i, j) for i <= j; what lies below may be left as it was
  terms_to_row,         ///< A(i, k) is 0 for k > i
  terms_from_row,       ///< A(i, k) is 0 for k < i
};

namespace detail {

/// Rows of a tile in a triangle of m rows: few, so that little is computed in vain, but enough to hide the latency of
/// the sums.
template <class V>
[[nodiscard]] constexpr int triangle_rows(int m, int vectors) {
  int const most = most_rows<V>(vectors), least = std::min(most, std::max(6, (8 + vectors - 1) / vectors));
  for (int r = least; r <= most; ++r)
    if (m % r == 0) return r;
  return least;
}

}  // namespace detail

/// C[M x N] = A[M x K] B[K x N] within a triangle, tile by tile; the entries have the bits of `product`.
///
/// Requires  what `product` does; zeros of A are stored as such
template <class V, int M, int N, int K, product_layout P, triangle Part>
[[gnu::noinline]] void triangular_product(typename V::real const* a, typename V::real const* b, typename V::real* c) {
  static_assert(M > 0 && K > 0 && N > 0 && N % V::width == 0);
  constexpr int vectors = panel_vectors<V>(N / V::width), width = vectors * V::width;
  constexpr int rows = detail::triangle_rows<V>(M, vectors), tail = M % rows;
  auto const tile = [&]<int Rows, int Skipped>(int first, int panel, auto const& self) {
    if constexpr (Part == triangle::rows_before_columns && Skipped + 1 < vectors)
      if (first >= panel * width + (Skipped + 1) * V::width)
        return self.template operator()<Rows, Skipped + 1>(first, panel, self);
    int const k = Part == triangle::terms_from_row ? first : 0;
    int const l = Part == triangle::terms_to_row ? std::min(first + Rows, K) : K;
    detail::tile<V, Rows, vectors - Skipped, P>(a + first * P.a_row + k * P.a_col,
                                                b + panel * P.b_panel + k * P.b_row + Skipped * V::width,
                                                c + first * P.c_row + panel * P.c_panel + Skipped * V::width,
                                                l - k,
                                                false,
                                                nullptr);
  };
  for (int panel = 0; panel < N / width; ++panel) {
    int const end = Part == triangle::rows_before_columns ? std::min(M, (panel + 1) * width) : M;
    int first     = 0;
    for (; first < end && first + rows <= M; first += rows)
      tile.template operator()<rows, 0>(first, panel, tile);
    if constexpr (tail > 0)
      if (first < end) tile.template operator()<tail, 0>(first, panel, tile);
  }
}

}  // namespace regula::nn
