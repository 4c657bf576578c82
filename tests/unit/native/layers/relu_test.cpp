// SPDX-License-Identifier: MIT
#include <regula/native/layers/relu.hpp>
#include <regula/testing/gradient.hpp>

#include "support/native_rows.hpp"
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>

namespace {

using namespace regula::nn;
using regula::test::random_rows;

TEST_CASE("relu_layer: values, padding and gradient, which is 0 where the input is 0") {
  using V     = simd<double>;
  using layer = relu_layer<V, 21, 3>;
  axis const a{1, 21};
  random_rows<V> x{3, a, 1}, y{3, a, 2}, d{3, a, 3}, dx{3, a, 3};
  auto const f = [&] {
    y.assign(x);
    layer::forward(y.data());
    return y.dot(d);
  };
  f();
  CHECK(y.padding_is_zero());
  std::size_t above = 0;
  for (std::size_t const p : x.places) {
    CHECK(y.data()[p] == std::max(x.data()[p], 0.0));
    above += x.data()[p] > 0;
  }
  CHECK(above > 10);
  CHECK(above < 53);
  layer::backward(y.data(), dx.data());
  CHECK(regula::testing::compare_gradient(f, x.span(), dx.span(), x.places).largest < 1e-9);

  x.data()[x.places[4]] = 0;
  f();
  dx.assign(d);
  layer::backward(y.data(), dx.data());
  CHECK(dx.data()[x.places[4]] == 0);
}

}  // namespace
