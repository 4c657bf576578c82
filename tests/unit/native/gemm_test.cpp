// SPDX-License-Identifier: MIT
#include <regula/native/gemm.hpp>
#include <regula/native/memory.hpp>

#include "support/native_rows.hpp"
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>

namespace {

using namespace regula::nn;

static_assert(terms_at_once(36) == 36 && terms_at_once(72) == 72 && terms_at_once(144) == 72 &&
              terms_at_once(73) == 40);

/// One term of a sum as the kernel adds it: rounded once where the instruction set has a fused multiply-add.
template <class V>
typename V::real plus_product(typename V::real sum, typename V::real a, typename V::real b) {
#if defined(__FMA__) || defined(__AVX512F__) || defined(__aarch64__)
  return std::fma(a, b, sum);
#else
  volatile typename V::real const p = a * b;
  return sum + p;
#endif
}

/// C of M x Vectors vectors from K terms: every bit equals that of one chain of sums, started from C, a bias or zero.
template <class V, int M, int Vectors, int K, bool TransposedA>
void check_product() {
  using real      = typename V::real;
  constexpr int n = Vectors * V::width, panel = panel_width<V>(n);
  constexpr int a_row = TransposedA ? 1 : K + 3, a_col = TransposedA ? M + 2 : 1;
  constexpr int c_row = n + V::width;
  constexpr product_layout layout{a_row, a_col, panel, K * panel, c_row, panel};
  constexpr std::size_t a_size = (M + 3) * (K + 3), c_size = M * c_row;
  array<real> a(a_size), b(std::size_t{K} * n), c(c_size), bias(n);
  regula::test::random_numbers draw{17};
  for (auto* x : {&a, &b, &c, &bias})
    for (real& v : x->span())
      v = real(draw());
  array<real> before(c.size());
  for (std::size_t i = 0; i < c.size(); ++i)
    before.data()[i] = c.data()[i];

  auto const check = [&](auto start) {
    std::size_t wrong = 0;
    for (int i = 0; i < M; ++i)
      for (int j = 0; j < n; ++j) {
        real sum = start(i, j);
        for (int k = 0; k < K; ++k)
          sum = plus_product<V>(
              sum, a.data()[i * a_row + k * a_col], b.data()[j / panel * K * panel + k * panel + j % panel]);
        wrong += c.data()[i * c_row + j] != sum;
      }
    CHECK(wrong == 0);
  };
  INFO("M ", M, " N ", n, " K ", K);
  product<V, M, n, K, layout>(a.data(), b.data(), c.data(), true);
  check([&](int i, int j) { return before.data()[i * c_row + j]; });
  product<V, M, n, K, layout>(a.data(), b.data(), c.data(), false, bias.data());
  check([&](int, int j) { return bias.data()[j]; });
  product<V, M, n, K, layout>(a.data(), b.data(), c.data());
  check([](int, int) { return real(0); });
  for (int i = 0; i < M; ++i)
    for (int j = n; j < c_row; ++j)
      CHECK(c.data()[i * c_row + j] == before.data()[i * c_row + j]);
}

TEST_CASE_TEMPLATE("products have the bits of one chain of sums for every tile, tail and block of terms",
                   real,
                   float,
                   double) {
  using V = simd<real>;
  check_product<V, 1, 1, 1, false>();
  check_product<V, 17, 1, 36, true>();
  check_product<V, 36, 1, 5, false>();
  check_product<V, 13, 2, 75, false>();
  check_product<V, 24, 2, 8, true>();
  check_product<V, 12, 3, 16, false>();
  check_product<V, 19, 3, 150, true>();
  check_product<V, 36, 4, 72, false>();
  check_product<V, 37, 4, 73, false>();
  check_product<V, 7, 5, 10, false>();
  check_product<V, 16, 6, 12, true>();
  check_product<V, 11, 8, 24, false>();
}

TEST_CASE("a number of rows or terms known at run time gives the same bits") {
  using V         = simd<float>;
  constexpr int m = 20, n = 8 * V::width, k = 30, panel = panel_width<V>(n), vectors = panel / V::width;
  constexpr product_layout layout{k, 1, panel, k * panel, n, panel};
  constexpr int tile = most_rows<V>(vectors), tiles = (m + tile - 1) / tile;
  array<float> a(std::size_t(tiles) * tile * k), b(std::size_t(k) * n), bias(n), c(std::size_t(tiles) * tile * n),
      d(std::size_t(m) * n);
  regula::test::random_numbers draw{3};
  for (auto* x : {&a, &b, &bias})
    for (float& v : x->span())
      v = float(draw());
  auto const differences = [&] {
    std::size_t count = 0;
    for (int i = 0; i < m * n; ++i)
      count += c.data()[i] != d.data()[i];
    return count;
  };
  product<V, m, n, k, layout>(a.data(), b.data(), d.data(), false, bias.data());
  product_of_rows<V, k, vectors, layout>(tiles, n / panel, a.data(), b.data(), c.data(), bias.data());
  CHECK(differences() == 0);
  product<V, m, n, k, layout>(a.data(), b.data(), d.data());
  // the second half of the terms after the first: the chain goes on where it was
  product_of_terms<V, m, vectors, layout>(n / panel, k / 2, a.data(), b.data(), c.data(), false);
  product_of_terms<V, m, vectors, layout>(
      n / panel, k - k / 2, a.data() + k / 2, b.data() + k / 2 * panel, c.data(), true);
  CHECK(differences() == 0);
}

}  // namespace
