// SPDX-License-Identifier: MIT
#include <regula/native/layers/gelu.hpp>
#include <regula/testing/gradient.hpp>

#include "support/native_rows.hpp"
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>

namespace {

using namespace regula::nn;
using regula::test::random_rows;

TEST_CASE("gelu_layer: values, gradient, and the same values without keeping slopes") {
  using V     = simd<double>;
  using layer = gelu_layer<V, 21, 3>;
  axis const a{1, 21};
  random_rows<V> x{3, a, 1, 4}, y{3, a, 2}, other{3, a, 2}, dy{3, a, 3};
  array<double> slope(layer::kept);
  auto const f = [&] {
    y.assign(x);
    layer::forward<true>(y.data(), slope.data());
    return y.dot(dy);
  };
  f();
  CHECK(y.padding_is_zero());
  for (std::size_t const p : x.places) {
    double const u = x.data()[p];
    CHECK(y.data()[p] ==
          doctest::Approx(u / 2 * (1 + std::tanh(std::sqrt(2 / 3.14159265358979323846) * (u + 0.044715 * u * u * u))))
              .epsilon(1e-12));
  }
  layer::backward(dy.data(), slope.data());
  array<double> dx(layer::kept);
  for (std::size_t i = 0; i < dx.size(); ++i)
    dx.data()[i] = slope.data()[i];
  CHECK(regula::testing::compare_gradient(f, x.span(), dx.span(), x.places).largest < 1e-9);

  other.assign(x);
  layer::forward<false>(other.data(), nullptr);
  f();
  for (std::size_t const p : x.places)
    CHECK(other.data()[p] == y.data()[p]);
}

}  // namespace
