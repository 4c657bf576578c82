// SPDX-License-Identifier: MIT
#include <regula/native/nets/uniform_attention_mlp.hpp>

#include "support/net_gradient.hpp"
#include "support/symbol_samples.hpp"
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace {

using namespace regula::nn;
using regula::token, regula::no_token;
using regula::test::symbol_samples;

constexpr uniform_attention_shape plain{.hidden = 21, .tokens = 7},
    mean_and_bias{.hidden = 16, .tokens = 5, .mean = true, .bias = true};

static_assert(Net<uniform_attention_mlp<simd<float>, plain, 12>>);
static_assert(uniform_attention_mlp<simd<float>, plain, 12>::parameter_count == 21 * 21 + 21);
static_assert(uniform_attention_mlp<simd<float>, mean_and_bias, 12>::parameter_count == 15 * 16 + 16 + 16);

template <uniform_attention_shape S, class Real>
symbol_samples<Real> samples_of(std::size_t n, std::uint64_t seed) {
  return {n, std::size_t(S.tokens), 2, true, std::size_t(S.tokens), seed};
}

template <uniform_attention_shape S>
void check_values() {
  trainer<uniform_attention_mlp<simd<double>, S, 3>> t{1};
  regula::test::randomize(t.parameters(), 5);
  auto const samples = samples_of<S, double>(4, 6);
  std::vector<double> out(4 * S.tokens);
  t.evaluate({.symbols = samples.symbols}, out);

  auto const tensor = [&](std::string_view name) {
    for (auto const& p : t.parameters().tensors())
      if (p.name == name) {
        std::vector<double> values(p.element_count());
        t.parameters().read(parameter_array::weights, p, std::span{values});
        return values;
      }
    return std::vector<double>(S.hidden, 0.0);
  };
  auto const hidden = tensor("hidden.weight"), bias = tensor("hidden.bias"), last = tensor("out.weight");
  for (std::size_t i = 0; i < 4; ++i) {
    double f = 0;
    for (std::size_t u = 0; u < S.hidden; ++u) {
      double sum = 0;
      for (std::size_t j = 0; j < S.tokens; ++j) {
        token const x       = samples.symbols[i * S.tokens + j];
        std::size_t const b = x == no_token ? 1 : x == 0 ? 0 : 2;
        sum += hidden[u * 3 * S.tokens + b * S.tokens + j] / (S.mean ? S.tokens : 1);
      }
      f += last[u] * std::max(sum + (S.bias ? bias[u] : 0), 0.0);
    }
    for (std::size_t j = 0; j < S.tokens; ++j)
      CHECK(out[i * S.tokens + j] == doctest::Approx(f).epsilon(1e-12));
  }
}

TEST_CASE("uniform_attention_mlp: one number a sample, at every cell") {
  check_values<plain>();
  check_values<mean_and_bias>();
}

TEST_CASE("uniform_attention_mlp: the gradient of a batch is that of its mean loss") {
  regula::test::check_net_gradient<uniform_attention_mlp<simd<double>, plain, 3>>(7, samples_of<plain, double>(7, 2));
  regula::test::check_net_gradient<uniform_attention_mlp<simd<double>, mean_and_bias, 12>>(
      7, samples_of<mean_and_bias, double>(7, 2));
}

TEST_CASE_TEMPLATE("uniform_attention_mlp: the same bits on any number of threads", real, float, double) {
  regula::test::check_same_bits<uniform_attention_mlp<simd<real>, plain, 2>>(13, samples_of<plain, real>(13, 4));
  regula::test::check_same_bits<uniform_attention_mlp<simd<real>, mean_and_bias, 12>>(
      9, samples_of<mean_and_bias, real>(9, 4));
}

TEST_CASE("uniform_attention_mlp: a third symbol is refused") {
  trainer<uniform_attention_mlp<simd<float>, plain, 12>> t{1};
  std::vector<token> x(7, 1);
  std::vector<float> out(7);
  x[6] = 2;
  CHECK_THROWS_WITH_AS(
      t.evaluate({.symbols = x}, out), "native: expected symbols below 2 or hidden cells, got 2", regula::range_error);
}

}  // namespace
