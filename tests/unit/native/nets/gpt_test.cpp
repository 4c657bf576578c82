// SPDX-License-Identifier: MIT
#include <regula/native/nets/gpt.hpp>
#include <regula/native/trainer.hpp>
#include <regula/testing/gradient.hpp>

#include "support/native_nets.hpp"
#include "support/symbol_samples.hpp"
#include <doctest/doctest.h>

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace regula::nn;
using regula::network_input, regula::token, regula::no_token, regula::stream_family;
using regula::test::randomize;
using regula::test::symbol_samples;

constexpr gpt_shape causal{20, 2, 4, 7, 3, true, 0}, bidirectional{12, 2, 3, 9, 2, false, 0};
constexpr gpt_shape causal_drops{20, 2, 4, 7, 3, true, 0.25}, bidirectional_drops{12, 2, 3, 9, 2, false, 0.25};
constexpr stream_family streams{3, regula::purpose::dropout, 8};

static_assert(Net<gpt<simd<float>, causal, 1>>);
static_assert(!Conditioned<gpt<simd<float>, causal, 1>>);

template <gpt_shape S, class Real>
symbol_samples<Real> samples_of(std::size_t n, std::uint64_t seed) {
  return {n, std::size_t(S.tokens), token(S.alphabet), !S.causal, std::size_t(S.tokens * S.outputs()), seed};
}

template <class Trainer>
std::vector<typename Trainer::real> copy_of(Trainer const& t, parameter_array which) {
  auto const a = t.parameters().array_of(which);
  return {a.begin(), a.end()};
}

/// The gradient of a batch against differences of its loss, some entries of every tensor.
template <gpt_shape S>
void check_gradient(stream_family const* dropout) {
  trainer<gpt<simd<double>, S, 2>> t{2};
  randomize(t.parameters(), 1);
  auto const samples = samples_of<S, double>(5, 2);
  t.gradient(5, samples, dropout);  // five samples in blocks of two: the last block is not full

  std::vector<double> numbers, gradient;
  std::vector<std::pair<tensor_place const*, std::size_t>> chosen;
  for (auto const& p : t.parameters().tensors()) {
    std::vector<double> w(p.element_count()), g(p.element_count());
    t.parameters().read(parameter_array::weights, p, std::span{w});
    t.parameters().read(parameter_array::gradient, p, std::span{g});
    for (std::size_t i = 0; i < w.size(); i += 1 + w.size() / 9) {
      chosen.push_back({&p, i});
      numbers.push_back(w[i]), gradient.push_back(g[i]);
    }
  }
  auto const loss = [&] {
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      auto const& [place, at] = chosen[i];
      std::vector<double> w(place->element_count());
      t.parameters().read(parameter_array::weights, *place, std::span{w});
      w[at] = numbers[i];
      t.parameters().write(parameter_array::weights, *place, std::span<double const>{w});
    }
    t.parameters().transpose_all();
    return t.gradient(5, samples, dropout);
  };
  CHECK(regula::testing::compare_gradient(loss, numbers, gradient).largest < 1e-9);
}

TEST_CASE("gpt: the gradient of a batch is that of its mean loss, for every kind of parameter") {
  check_gradient<causal>(nullptr);
  check_gradient<bidirectional>(nullptr);
}

TEST_CASE("gpt: the same with dropout, and with dropout that is switched off") {
  check_gradient<causal_drops>(&streams);
  check_gradient<bidirectional_drops>(&streams);
  check_gradient<causal_drops>(nullptr);
}

TEST_CASE_TEMPLATE("gpt: steps have the same bits on any number of threads, with dropout too", real, float, double) {
  auto const run = [](auto of_net, std::size_t threads, std::size_t batch) {
    using net              = decltype(of_net);
    constexpr gpt_shape of = net::shape;
    trainer<net> t{threads};
    randomize(t.parameters(), 3);
    auto const samples = samples_of<of, real>(batch, 4);
    for (std::size_t n = 0; n < 4; ++n) {
      stream_family const at{3, regula::purpose::dropout, n};
      t.gradient(batch, samples, &at);
      t.update({.optimizer = regula::adamw{}, .rate = 1e-2, .clip = 0.5, .ema = 0.9, .n = n});
    }
    return std::pair{copy_of(t, parameter_array::weights), copy_of(t, parameter_array::average)};
  };
  auto const compare = [&](auto net, std::size_t batch) {
    auto const one = run(net, 1, batch);
    for (std::size_t const threads : {2U, 3U, 5U})
      CHECK(run(net, threads, batch) == one);
  };
  compare(gpt<simd<real>, causal_drops, 1>{}, 13);        // by shards
  compare(gpt<simd<real>, bidirectional_drops, 2>{}, 2);  // one block: the way of wide nets
}

TEST_CASE("gpt: wide nets have one shard, and the same bits on any number of threads") {
  using wide = gpt<simd<float>, gpt_shape{384, 1, 6, 5, 2, true, 0.1}, 2>;
  static_assert(trainer<wide>::shards(64) == 1);
  auto const gradient = [](std::size_t threads) {
    trainer<wide> t{threads};
    randomize(t.parameters(), 3, 0.05);
    t.gradient(7, samples_of<wide::shape, float>(7, 4), &streams);
    return copy_of(t, parameter_array::gradient);
  };
  auto const one = gradient(1);
  CHECK(gradient(2) == one);
  CHECK(gradient(3) == one);
}

TEST_CASE("gpt: a different step drops other entries; evaluation drops none") {
  trainer<gpt<simd<float>, causal_drops, 1>> t{1};
  trainer<gpt<simd<float>, causal, 1>> plain{1};
  randomize(t.parameters(), 5), randomize(plain.parameters(), 5);
  auto const samples = samples_of<causal, float>(3, 6);
  stream_family const later{3, regula::purpose::dropout, 9};
  double const loss = t.gradient(3, samples, &streams);
  CHECK(t.gradient(3, samples, &streams) == loss);
  CHECK(t.gradient(3, samples, &later) != loss);
  CHECK(t.gradient(3, samples) == plain.gradient(3, samples));
  std::vector<float> a(3 * t.output_values), b(a.size());
  t.evaluate({.symbols = samples.symbols}, a);
  plain.evaluate({.symbols = samples.symbols}, b);
  CHECK(a == b);
}

TEST_CASE("gpt: a causal net's logits depend on earlier cells only, a bidirectional one's on every cell") {
  auto const outputs = []<gpt_shape S>(std::vector<token> const& x) {
    trainer<gpt<simd<double>, S, 2>> t{1};
    randomize(t.parameters(), 5);
    std::vector<double> out(t.output_values);
    t.evaluate({.symbols = x}, out);
    return out;
  };
  std::vector<token> x{0, 2, 1, 1, 0, 2, 0}, y = x;
  y[3]         = 2;
  auto const a = outputs.operator()<causal>(x), b = outputs.operator()<causal>(y);
  for (std::size_t t = 0; t < 7; ++t)
    CHECK((a[4 * t] == b[4 * t]) == (t <= 3));  // cell 3 is read by row 4 and later ones
  constexpr gpt_shape both{20, 2, 4, 7, 3, false, 0};
  auto const c = outputs.operator()<both>(x), d = outputs.operator()<both>(y);
  for (std::size_t t = 0; t < 7; ++t)
    CHECK(c[3 * t] != d[3 * t]);
}

TEST_CASE("gpt: symbols outside the alphabet are refused") {
  trainer<gpt<simd<float>, causal, 1>> next{1};
  trainer<gpt<simd<float>, bidirectional, 1>> hidden{1};
  std::vector<float> out(next.output_values), other(hidden.output_values);
  std::vector<token> x(7, 1), y(9, no_token);
  x[2] = 3;  // a start symbol that was drawn
  CHECK_NOTHROW(next.evaluate({.symbols = x}, out));
  x[2] = 4;
  CHECK_THROWS_WITH_AS(
      next.evaluate({.symbols = x}, out), "native: expected symbols below 4, got 4", regula::range_error);
  CHECK_NOTHROW(hidden.evaluate({.symbols = y}, other));
  y[8] = 2;
  CHECK_THROWS_WITH_AS(
      hidden.evaluate({.symbols = y}, other), "native: expected symbols below 2, got 2", regula::range_error);
}

TEST_CASE("gpt: layers are visited once each, in the order of the weights, and direct parameters follow") {
  using net = gpt<simd<float>, causal, 2>;
  std::set<std::string> names;
  std::size_t end = 0, parameters = 0;
  net::visit_layers([&]<class L>(linear_site const& site) {
    CHECK(names.insert(site.slices.front().name).second);
    CHECK(site.weights == end);
    end = site.weights + L::stored;
    parameters += L::parameter_count;
    CHECK(site.input < net::work_count);
    CHECK(site.d_output < net::work_count);
    CHECK(site.tied.has_value() == (site.slices.front().name == "token"));
  });
  CHECK(names.size() == 1 + 2 * 4);
  CHECK(end == net::direct_at);
  net::visit_direct([&](direct_site const& site) {
    CHECK(names.insert(site.name).second);
    CHECK(site.offset < net::direct_count);
    parameters += site.shape.size() == 2 ? site.shape[0] * site.shape[1] : site.shape[0];
  });
  CHECK(names.size() == 9 + 1 + 2 * 4 + 2);
  CHECK(parameters == net::parameter_count);
  CHECK(net::parameter_count == 4 * 20 + 7 * 20 + 2 * (12 * 20 * 20 + 9 * 20 + 4 * 20) + 2 * 20);
}

}  // namespace
