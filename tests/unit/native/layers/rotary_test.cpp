// SPDX-License-Identifier: MIT
#include <regula/native/layers/attention.hpp>
#include <regula/native/layers/rotary.hpp>
#include <regula/testing/gradient.hpp>

#include "support/native_rows.hpp"
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>

namespace {

using namespace regula::nn;
using regula::test::random_rows;

template <class Real, int Heads, int Size, int Tokens>
void check_rotary() {
  using V     = simd<Real>;
  using layer = rotary<V, Heads, Size, Tokens>;
  using heads = attention<V, Heads, Size, Tokens>;
  static_assert(layer::qkv_row == heads::qkv_row);
  INFO(Heads, " heads of ", Size, ", tokens ", Tokens);
  array<Real> angles(layer::angle_count);
  layer::write_angles(angles.data());
  random_rows<V> before{Tokens, heads::qkv_axis, 1}, after{Tokens, heads::qkv_axis, 1}, d{Tokens, heads::qkv_axis, 2};
  double const tolerance = sizeof(Real) == 8 ? 1e-14 : 1e-6;

  layer::forward(angles.data(), after.data());
  CHECK(after.padding_is_zero());
  for (int t = 0; t < Tokens; ++t)
    for (int h = 0; h < 3 * Heads; ++h)
      for (int j = 0; j < Size / 2; ++j) {
        auto const at = [&](random_rows<V>& x, int i) {
          return double(x.data()[t * x.row + place(heads::qkv_axis, h * Size + i, V::width)]);
        };
        double const angle = h < 2 * Heads ? t * std::pow(10000.0, -2.0 * j / Size) : 0;  // values do not turn
        double const x = at(before, j), y = at(before, j + Size / 2);
        CHECK(std::abs(at(after, j) - (x * std::cos(angle) - y * std::sin(angle))) < tolerance);
        CHECK(std::abs(at(after, j + Size / 2) - (y * std::cos(angle) + x * std::sin(angle))) < tolerance);
      }

  if constexpr (sizeof(Real) == 8) {
    random_rows<V> x{Tokens, heads::qkv_axis, 1};
    auto const f = [&] {
      after.assign(x);
      layer::forward(angles.data(), after.data());
      return after.dot(d);
    };
    random_rows<V> dx{Tokens, heads::qkv_axis, 2};
    layer::backward(angles.data(), dx.data());
    CHECK(dx.padding_is_zero());
    CHECK(regula::testing::compare_gradient(f, x.span(), dx.span(), x.places).largest < 1e-9);
  }
}

TEST_CASE("rotary: queries and keys turn pair by pair, values do not; the gradient turns back") {
  check_rotary<double, 2, 8, 5>();
  check_rotary<double, 3, 2, 7>();
  check_rotary<double, 1, 32, 4>();
  check_rotary<double, 2, 6, 3>();
  check_rotary<float, 2, 32, 9>();
  check_rotary<float, 3, 10, 4>();
}

}  // namespace
