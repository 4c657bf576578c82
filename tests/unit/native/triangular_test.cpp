// SPDX-License-Identifier: MIT
#include <regula/native/memory.hpp>
#include <regula/native/triangular.hpp>

#include "support/native_rows.hpp"
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>

namespace {

using namespace regula::nn;

/// A product whose A is zero outside the triangle: within the wanted part it has every bit of the whole product.
template <class V, int M, int N, int K, triangle Part>
void check_triangle() {
  using real      = typename V::real;
  constexpr int n = round_up(N, V::width), panel = panel_width<V>(n);
  constexpr bool is_part = Part == triangle::rows_before_columns;
  constexpr product_layout layout{K + 1, 1, n, panel, n, panel};
  constexpr std::size_t m = M, k_count = K;
  array<real> a(m * (K + 1)), b(k_count * n), whole(m * n), c(m * n);
  regula::test::random_numbers draw{9};
  for (int i = 0; i < M; ++i)
    for (int k = 0; k < K; ++k) {
      bool const is_zero        = !is_part && (Part == triangle::terms_to_row ? k > i : k < i);
      a.data()[i * (K + 1) + k] = is_zero ? real(0) : real(draw());
    }
  for (real& v : b.span())
    v = real(draw());
  product<V, M, n, K, layout>(a.data(), b.data(), whole.data());
  triangular_product<V, M, n, K, layout, Part>(a.data(), b.data(), c.data());
  std::size_t wrong = 0;
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < n; ++j)
      if (!is_part || i <= j) wrong += c.data()[i * n + j] != whole.data()[i * n + j];
  CHECK(wrong == 0);
}

TEST_CASE_TEMPLATE("a triangular product has the bits of the whole one", real, float, double) {
  using V = simd<real>;
  check_triangle<V, 36, 36, 16, triangle::rows_before_columns>();
  check_triangle<V, 81, 81, 5, triangle::rows_before_columns>();
  check_triangle<V, 7, 7, 3, triangle::rows_before_columns>();
  check_triangle<V, 36, 16, 36, triangle::terms_to_row>();
  check_triangle<V, 41, 70, 41, triangle::terms_to_row>();
  check_triangle<V, 36, 16, 36, triangle::terms_from_row>();
  check_triangle<V, 41, 70, 41, triangle::terms_from_row>();
}

TEST_CASE("tiles of zeros are left out") {
  using V         = simd<float>;
  constexpr int m = 150, n = 10 * V::width, panel = panel_width<V>(n);
  constexpr product_layout layout{m, 1, n, panel, n, panel};
  array<float> a(std::size_t(m) * m), b(std::size_t(m) * n), c(std::size_t(m) * n);
  for (int i = 0; i < m; ++i)
    for (int k = 0; k <= i; ++k)
      a.data()[i * m + k] = 1;
  for (std::size_t i = 0; i < b.size(); ++i)
    b.data()[i] = i < std::size_t(n) * 100 ? 1.0F : std::nanf("");  // rows of B that the first 80 rows of A do not meet
  triangular_product<V, m, n, m, layout, triangle::terms_to_row>(a.data(), b.data(), c.data());
  for (int i = 0; i < 80; ++i)
    CHECK(c.data()[i * n] == float(i + 1));

  for (float& v : b.span())
    v = 1;
  for (float& v : c.span())
    v = -7;
  triangular_product<V, m, n, m, layout, triangle::rows_before_columns>(a.data(), b.data(), c.data());
  CHECK(c.data()[(m - 1) * n] == -7);
  CHECK(c.data()[panel - 1] == 1);
}

}  // namespace
