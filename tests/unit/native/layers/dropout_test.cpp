// SPDX-License-Identifier: MIT
#include <regula/native/layers/dropout.hpp>
#include <regula/native/layers/layer.hpp>
#include <regula/random/stream.hpp>
#include <regula/testing/gradient.hpp>

#include "support/native_rows.hpp"
#include <doctest/doctest.h>

#include <cstddef>

namespace {

using namespace regula::nn;
using regula::test::random_rows;

static_assert(Layer<dropout_layer<simd<float>, 24, 12>>);
static_assert(numbers_for_bytes<simd<float>>(1) == std::size_t(simd<float>::width));
static_assert(sizeof(double) * numbers_for_bytes<simd<double>>(1001) >= 1001);

template <int Size, int Rows>
void check_dropout(double p) {
  using V     = simd<double>;
  using layer = dropout_layer<V, Size, Rows>;
  axis const a{1, Size};
  random_rows<V> x{Rows, a, 1}, y{Rows, a, 2}, dy{Rows, a, 3};
  array<double> mask(layer::kept);
  regula::stream_family const streams{5, regula::purpose::dropout, 3};
  auto const place = regula::dropout_place::mlp(1);
  layer::draw(streams, 17, place, p, mask.data());
  double const factor = 1 / (1 - p);
  auto const f        = [&] {
    y.assign(x);
    layer::forward(y.data(), mask.data(), factor);
    return y.dot(dy);
  };
  f();
  INFO("size ", Size, ", rows ", Rows, ", p ", p);
  CHECK(y.padding_is_zero());

  // The words of the stream of sample 17 at place 6, low halves first; those below p 2^32 drop.
  regula::stream words{5, regula::purpose::dropout, 3, 17 * 65536 + 6};
  std::uint64_t word = 0;
  std::size_t kept   = 0;
  for (std::size_t i = 0; i < x.places.size(); ++i) {
    word              = i % 2 == 0 ? words() : word >> 32;
    bool const keeps  = double(word & 0xffffffffU) >= p * 0x1p32;
    double const here = x.data()[x.places[i]];
    CHECK(y.data()[x.places[i]] == doctest::Approx(keeps ? here / (1 - p) : 0).epsilon(1e-15));
    kept += keeps;
  }
  CHECK(kept > 0);

  random_rows<V> dx{Rows, a, 3};
  layer::backward(dx.data(), mask.data(), factor);
  CHECK(regula::testing::compare_gradient(f, x.span(), dx.span(), x.places).largest < 1e-9);
}

TEST_CASE("dropout_layer: the entries that the stream names, times 1 / (1 - p), going forward and back") {
  check_dropout<16, 9>(0.1);
  check_dropout<21, 5>(0.5);
  check_dropout<3, 1>(0.25);
}

}  // namespace
