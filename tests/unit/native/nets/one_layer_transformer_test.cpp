// SPDX-License-Identifier: MIT
#include <regula/native/nets/one_layer_transformer.hpp>

#include "support/net_gradient.hpp"
#include "support/symbol_samples.hpp"
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace {

using namespace regula::nn;
using regula::token, regula::no_token;
using regula::test::symbol_samples;

constexpr one_layer_shape odd{.hidden = 21, .tokens = 7}, even{.hidden = 16, .tokens = 4};

static_assert(Net<one_layer_transformer<simd<float>, odd, 1>>);
static_assert(one_layer_transformer<simd<float>, odd, 1>::parameter_count == 21 * 21 + 21 * 21 + 21);

template <one_layer_shape S, class Real>
symbol_samples<Real> samples_of(std::size_t n, std::uint64_t seed) {
  return {n, std::size_t(S.tokens), 2, true, std::size_t(S.tokens), seed};
}

TEST_CASE("one_layer_transformer: a number at every cell, by the definition") {
  trainer<one_layer_transformer<simd<double>, odd, 2>> t{1};
  regula::test::randomize(t.parameters(), 5, 1);
  constexpr std::size_t n = 3, cells = 7, side = 21, units = 21;
  auto const samples = samples_of<odd, double>(n, 6);
  std::vector<double> out(n * cells);
  t.evaluate({.symbols = samples.symbols}, out);

  auto const tensor = [&](std::string_view name) {
    std::vector<double> values;
    for (auto const& p : t.parameters().tensors())
      if (p.name == name) {
        values.resize(p.element_count());
        t.parameters().read(parameter_array::weights, p, std::span{values});
      }
    return values;
  };
  auto const a = tensor("attention.weight"), hidden = tensor("hidden.weight"), last = tensor("out.weight");
  for (std::size_t s = 0; s < n; ++s) {
    std::vector<std::size_t> entry(cells);
    for (std::size_t j = 0; j < cells; ++j) {
      token const x = samples.symbols[s * cells + j];
      entry[j]      = (x == no_token ? 1 : x == 0 ? 0 : 2) * cells + j;
    }
    for (std::size_t j = 0; j < cells; ++j) {
      double total = 0;
      std::vector<double> z(side, 0.0);
      for (std::size_t i = 0; i < cells; ++i)
        total += z[entry[i]] = std::exp(a[entry[i] * side + entry[j]]);
      double f = 0;
      for (std::size_t u = 0; u < units; ++u) {
        double sum = 0;
        for (std::size_t k = 0; k < side; ++k)
          sum += hidden[u * side + k] * z[k] / total;
        f += last[u] * std::max(sum, 0.0);
      }
      CHECK(out[s * cells + j] == doctest::Approx(f).epsilon(1e-12));
    }
  }
}

TEST_CASE("one_layer_transformer: the gradient of a batch is that of its mean loss") {
  regula::test::check_net_gradient<one_layer_transformer<simd<double>, odd, 2>>(7, samples_of<odd, double>(7, 2));
  regula::test::check_net_gradient<one_layer_transformer<simd<double>, even, 4>>(3, samples_of<even, double>(3, 2));
}

TEST_CASE_TEMPLATE("one_layer_transformer: the same bits on any number of threads", real, float, double) {
  regula::test::check_same_bits<one_layer_transformer<simd<real>, odd, 2>>(13, samples_of<odd, real>(13, 4));
  regula::test::check_same_bits<one_layer_transformer<simd<real>, even, 4>>(4,
                                                                            samples_of<even, real>(4, 4));  // one shard
}

TEST_CASE("one_layer_transformer: scores far apart give no NaN; a third symbol is refused") {
  trainer<one_layer_transformer<simd<float>, even, 1>> t{1};
  regula::test::randomize(t.parameters(), 5, 1e4);
  std::vector<token> x{0, 1, no_token, 1};
  std::vector<float> out(4);
  t.evaluate({.symbols = x}, out);
  for (float const f : out)
    CHECK(std::isfinite(f));
  x[0] = 2;
  CHECK_THROWS_WITH_AS(
      t.evaluate({.symbols = x}, out), "native: expected symbols below 2 or hidden cells, got 2", regula::range_error);
}

}  // namespace
