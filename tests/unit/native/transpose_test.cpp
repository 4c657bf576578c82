// SPDX-License-Identifier: MIT
#include <regula/native/memory.hpp>
#include <regula/native/transpose.hpp>

#include <doctest/doctest.h>

#include <cstddef>

namespace {

using namespace regula::nn;

template <class V, int Rows, int Columns>
void check_transpose() {
  using real           = typename V::real;
  constexpr int in_row = Columns + 4, out_row = round_up(Rows, 4) + 4;
  array<real> in(std::size_t{Rows * in_row}), out(std::size_t{Columns * out_row});
  for (std::size_t i = 0; i < in.size(); ++i)
    in.data()[i] = real(i) + 1;
  transpose<V, Rows, Columns>(in.data(), in_row, out.data(), out_row, real(0.5));
  for (int j = 0; j < Columns; ++j)
    for (int i = 0; i < out_row; ++i)
      CHECK(out.data()[j * out_row + i] == (i < Rows ? in.data()[i * in_row + j] / 2 : real(0)));
}

TEST_CASE_TEMPLATE("transpose moves every entry, scaled, and writes nothing else", real, float, double) {
  using V = simd<real>;
  check_transpose<V, 4, 4>();
  check_transpose<V, 36, 16>();
  check_transpose<V, 7, 12>();
  check_transpose<V, 1, 8>();
}

}  // namespace
