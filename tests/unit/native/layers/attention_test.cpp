// SPDX-License-Identifier: MIT
#include <regula/native/layers/attention.hpp>
#include <regula/testing/gradient.hpp>

#include "support/native_rows.hpp"
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using namespace regula::nn;
using regula::test::random_rows;
using regula::testing::compare_gradient;

template <int Heads, int Size, int Tokens, attention_options Options = attention_options{}>
void check_attention() {
  using V     = simd<double>;
  using layer = attention<V, Heads, Size, Tokens, Options>;
  random_rows<V> qkv{Tokens, layer::qkv_axis, 1, 2}, out{Tokens, layer::out_axis, 2}, d_out{Tokens, layer::out_axis, 3};
  array<double> probabilities(layer::kept), work(layer::scratch);
  for (auto* const dirty : {&probabilities, &work})
    for (double& v : dirty->span())
      v = dirty == &work ? v : std::nan("");  // what is not seen is not read
  regula::test::random_numbers draw{7};
  std::vector<std::uint8_t> keep(layer::mask_size);
  for (auto& k : keep)
    k = draw() < 0.4;  // 3 of 10 are dropped
  double const factor = Options.dropout ? 1 / 0.7 : 1;
  dropout_mask<double> const mask{Options.dropout ? keep.data() : nullptr, factor};
  INFO(Heads, " heads of ", Size, ", tokens ", Tokens, ", causal ", Options.causal, ", dropout ", Options.dropout);
  auto const f = [&] {
    layer::forward(qkv.data(), probabilities.data(), out.data(), work.data(), mask);
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
      for (int s = 0; s < (Options.causal ? t + 1 : Tokens); ++s) {
        double score = 0;
        for (int i = 0; i < Size; ++i)
          score += at(t, 0, h, i) * at(s, 1, h, i);
        sum += p[std::size_t(s)] = std::exp(score / std::sqrt(double(Size)));
      }
      for (int i = 0; i < Size; ++i) {
        double expected = 0;
        for (int s = 0; s < Tokens; ++s)
          if (!Options.dropout || keep[std::size_t((h * Tokens + t) * Tokens + s)] == 1)
            expected += factor * p[std::size_t(s)] / sum * at(s, 2, h, i);
        CHECK(out.data()[out.places[std::size_t((t * Heads + h) * Size + i)]] ==
              doctest::Approx(expected).epsilon(1e-12));
      }
    }

  random_rows<V> d_qkv{Tokens, layer::qkv_axis, 1, 2};
  layer::backward(d_qkv.data(), probabilities.data(), d_out.data(), work.data(), factor);
  CHECK(d_qkv.padding_is_zero());
  CHECK(compare_gradient(f, qkv.span(), d_qkv.span(), qkv.places).largest < 1e-9);
}

TEST_CASE("attention: outputs and gradients, with padded heads and tokens") {
  check_attention<2, 8, 12>();
  check_attention<3, 5, 7>();
  check_attention<1, 1, 1>();
  check_attention<2, 4, 33>();
}

TEST_CASE("causal attention: a token sees itself and those before it, going forward and back") {
  constexpr attention_options causal{.causal = true};
  check_attention<2, 8, 12, causal>();
  check_attention<3, 5, 7, causal>();
  check_attention<1, 1, 1, causal>();
  check_attention<2, 4, 33, causal>();
  check_attention<1, 17, 40, causal>();
}

TEST_CASE("dropout multiplies probabilities after the softmax, and is not renormalised") {
  check_attention<2, 8, 12, attention_options{.dropout = true}>();
  check_attention<3, 5, 7, attention_options{.causal = true, .dropout = true}>();
  check_attention<1, 4, 21, attention_options{.causal = true, .dropout = true}>();
}

TEST_CASE("an attention that may drop has the bits of one that cannot while it does not") {
  using V     = simd<float>;
  using plain = attention<V, 2, 8, 12, attention_options{.causal = true}>;
  using drops = attention<V, 2, 8, 12, attention_options{.causal = true, .dropout = true}>;
  random_rows<V> a{12, plain::qkv_axis, 1, 2}, b{12, plain::qkv_axis, 1, 2}, out_a{12, plain::out_axis, 2},
      out_b{12, plain::out_axis, 2}, d_out{12, plain::out_axis, 3};
  array<float> p(plain::kept), work(plain::scratch);
  plain::forward(a.data(), p.data(), out_a.data(), work.data());
  plain::backward(a.data(), p.data(), d_out.data(), work.data());
  drops::forward(b.data(), p.data(), out_b.data(), work.data());
  drops::backward(b.data(), p.data(), d_out.data(), work.data());
  for (std::size_t const i : out_a.places)
    CHECK(out_a.data()[i] == out_b.data()[i]);
  for (std::size_t const i : a.places)
    CHECK(a.data()[i] == b.data()[i]);
}

template <bool Causal>
void check_far_scores() {
  using V     = simd<float>;
  using layer = attention<V, 1, 4, 6, attention_options{.causal = Causal}>;
  random_rows<V> qkv{6, layer::qkv_axis, 1, 1e4}, out{6, layer::out_axis, 2}, d_out{6, layer::out_axis, 3};
  array<float> probabilities(layer::kept), work(layer::scratch);
  layer::forward(qkv.data(), probabilities.data(), out.data(), work.data());
  layer::backward(qkv.data(), probabilities.data(), d_out.data(), work.data());
  for (float const v : out.span())
    CHECK(std::isfinite(v));
  for (float const v : qkv.span())
    CHECK(std::isfinite(v));
}

TEST_CASE("scores far apart give a probability of one, not a NaN") {
  check_far_scores<false>();
  check_far_scores<true>();
}

}  // namespace
