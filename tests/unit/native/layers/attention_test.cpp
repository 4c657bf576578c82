// SPDX-License-Identifier: MIT
#include <regula/native/layers/attention.hpp>
#include <regula/testing/gradient.hpp>

#include "support/native_rows.hpp"
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <vector>

namespace {

using namespace regula::nn;
using regula::test::random_rows;
using regula::testing::compare_gradient;

template <int Heads, int Size, int Tokens>
void check_attention() {
  using V     = simd<double>;
  using layer = attention<V, Heads, Size, Tokens>;
  random_rows<V> qkv{Tokens, layer::qkv_axis, 1, 2}, out{Tokens, layer::out_axis, 2}, d_out{Tokens, layer::out_axis, 3};
  array<double> probabilities(layer::kept), work(layer::scratch);
  INFO(Heads, " heads of ", Size, ", tokens ", Tokens);
  auto const f = [&] {
    layer::forward(qkv.data(), probabilities.data(), out.data(), work.data());
    return out.dot(d_out);
  };
  f();
  CHECK(out.padding_is_zero());

  auto const at = [&](int token, int part, int head, int i) {
    return qkv.data()[token * qkv.row + place(layer::qkv_axis, (part * Heads + head) * Size + i, V::width)];
  };
  for (int h = 0; h < Heads; ++h)
    for (int t = 0; t < Tokens; ++t) {
      std::vector<double> p(Tokens);
      double sum = 0;
      for (int s = 0; s < Tokens; ++s) {
        double score = 0;
        for (int i = 0; i < Size; ++i)
          score += at(t, 0, h, i) * at(s, 1, h, i);
        sum += p[std::size_t(s)] = std::exp(score / std::sqrt(double(Size)));
      }
      for (int i = 0; i < Size; ++i) {
        double expected = 0;
        for (int s = 0; s < Tokens; ++s)
          expected += p[std::size_t(s)] / sum * at(s, 2, h, i);
        CHECK(out.data()[out.places[std::size_t((t * Heads + h) * Size + i)]] ==
              doctest::Approx(expected).epsilon(1e-12));
      }
    }

  random_rows<V> d_qkv{Tokens, layer::qkv_axis, 1, 2};
  layer::backward(d_qkv.data(), probabilities.data(), d_out.data(), work.data());
  CHECK(d_qkv.padding_is_zero());
  CHECK(compare_gradient(f, qkv.span(), d_qkv.span(), qkv.places).largest < 1e-9);
}

TEST_CASE("attention: outputs and gradients, with padded heads and tokens") {
  check_attention<2, 8, 12>();
  check_attention<3, 5, 7>();
  check_attention<1, 1, 1>();
  check_attention<2, 4, 33>();
}

TEST_CASE("scores far apart give a probability of one, not a NaN") {
  using V     = simd<float>;
  using layer = attention<V, 1, 4, 6>;
  random_rows<V> qkv{6, layer::qkv_axis, 1, 1e4}, out{6, layer::out_axis, 2}, d_out{6, layer::out_axis, 3};
  array<float> probabilities(layer::kept), work(layer::scratch);
  layer::forward(qkv.data(), probabilities.data(), out.data(), work.data());
  layer::backward(qkv.data(), probabilities.data(), d_out.data(), work.data());
  for (float const v : out.span())
    CHECK(std::isfinite(v));
  for (float const v : qkv.span())
    CHECK(std::isfinite(v));
}

}  // namespace
