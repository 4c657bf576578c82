// SPDX-License-Identifier: MIT
#include <regula/native/nets/dit.hpp>
#include <regula/native/trainer.hpp>
#include <regula/testing/gradient.hpp>

#include "support/native_nets.hpp"
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace {

using namespace regula::nn;
using regula::test::random_samples;
using regula::test::randomize;

constexpr dit_shape small{20, 2, 4, 3, 3, 2};

template <class Trainer>
std::vector<typename Trainer::real> copy_of(Trainer const& t, parameter_array which) {
  auto const a = t.parameters().array_of(which);
  return {a.begin(), a.end()};
}

TEST_CASE("the gradient of a batch is that of its mean loss, for every kind of parameter") {
  trainer<dit<simd<double>, small, 2>> t{2};
  randomize(t.parameters(), 1);
  random_samples<double> const samples{5, t.input_values, 2};
  t.gradient(5, samples);  // five samples in blocks of two: the last block is not full

  std::vector<double> numbers, gradient;  // some of the parameters of every tensor
  std::vector<std::pair<tensor_place const*, std::size_t>> chosen;
  for (auto const& p : t.parameters().tensors()) {
    std::vector<double> w(p.element_count()), g(p.element_count());
    t.parameters().read(parameter_array::weights, p, std::span{w});
    t.parameters().read(parameter_array::gradient, p, std::span{g});
    for (std::size_t i = 0; i < w.size(); i += 1 + w.size() / 5) {
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
    return t.gradient(5, samples);
  };
  CHECK(regula::testing::compare_gradient(loss, numbers, gradient).largest < 1e-9);
}

TEST_CASE_TEMPLATE("steps have the same bits on any number of threads, sharded or by panels", real, float, double) {
  auto const run = [](auto of_net, std::size_t threads, std::size_t batch) {
    trainer<decltype(of_net)> t{threads};
    randomize(t.parameters(), 3);
    random_samples<real> const samples{batch, t.input_values, 4};
    for (std::size_t n = 0; n < 5; ++n) {
      t.gradient(batch, samples);
      t.update({.optimizer = regula::adamw{}, .rate = 1e-2, .clip = 0.5, .ema = 0.9, .n = n});
    }
    return std::pair{copy_of(t, parameter_array::weights), copy_of(t, parameter_array::average)};
  };
  using narrow = dit<simd<real>, small, 1>;
  CHECK(trainer<narrow>::shards(13) == 8);
  auto const sharded = run(narrow{}, 1, 13);
  for (std::size_t const threads : {2U, 3U, 5U})
    CHECK(run(narrow{}, threads, 13) == sharded);

  using of_pairs = dit<simd<real>, small, 2>;
  CHECK(trainer<of_pairs>::shards(3) == 2);
  CHECK(trainer<of_pairs>::shards(2) == 1);  // one block: the way of wide nets
  auto const single = run(of_pairs{}, 1, 2);
  for (std::size_t const threads : {2U, 5U})
    CHECK(run(of_pairs{}, threads, 2) == single);
}

TEST_CASE("wide nets have one shard, the gradient of narrow ones, and the same bits on any number of threads") {
  // the smallest net beyond largest_shard
  using wide = dit<simd<float>, dit_shape{384, 1, 6, 1, 3, 1}, 2>;
  static_assert(trainer<wide>::shards(64) == 1);
  // memory: a thread more is a workspace more, and there are no copies of the gradient
  static_assert(trainer<wide>::bytes(3, 64, false) - trainer<wide>::bytes(2, 64, false) ==
                bytes_of<float>(wide::work_count));
  static_assert(trainer<wide>::bytes(1, 8, false) < 5 * bytes_of<float>(wide::stored) +
                                                        bytes_of<float>(wide::transposed.back()) +
                                                        2 * bytes_of<float>(wide::work_count) + (std::size_t{2} << 20));
  auto const gradient = [](std::size_t threads) {
    trainer<wide> t{threads};
    randomize(t.parameters(), 3, 0.05);
    random_samples<float> const samples{7, t.input_values, 4};
    t.gradient(7, samples);
    return copy_of(t, parameter_array::gradient);
  };
  auto const one = gradient(1);
  CHECK(gradient(2) == one);
  CHECK(gradient(3) == one);
}

TEST_CASE("evaluation gives the training pass's outputs, alone, together, with shared noise and on any threads") {
  using net               = trainer<dit<simd<float>, small, 2>>;
  constexpr std::size_t n = 131;
  net one{1}, three{3};
  randomize(one.parameters(), 5), randomize(three.parameters(), 5);
  random_samples<float> const s{n, net::input_values, 6};
  std::vector<float> a(n * net::input_values), b(a.size()), c(a.size());
  one.evaluate({{}, s.inputs, s.noise}, a);
  three.evaluate({{}, s.inputs, s.noise}, b);
  CHECK(a == b);
  for (std::size_t i : {0U, 63U, 64U, 130U}) {
    std::vector<float> alone(net::input_values);
    one.evaluate(
        {{}, std::span{s.inputs}.subspan(i * net::input_values, net::input_values), std::span{s.noise}.subspan(i, 1)},
        alone);
    for (std::size_t j = 0; j < net::input_values; ++j)
      CHECK(alone[j] == a[i * net::input_values + j]);
  }
  std::vector<float> const shared(n, s.noise[0]);
  one.evaluate({{}, s.inputs, shared}, a);
  three.evaluate({{}, s.inputs, std::span{shared}.first(1)}, c);
  CHECK(a == c);

  std::vector<float> seen(net::input_values);
  struct looks {
    random_samples<float> const& s;
    std::vector<float>& seen;
    void read(std::size_t i, regula::sample_input<float>& in) const { s.read(i, in); }
    double loss(std::size_t i, std::span<float const> out, std::span<float> g) const {
      if (i == 2) seen.assign(out.begin(), out.end());
      return s.loss(i, out, g);
    }
  };
  three.gradient(5, looks{s, seen});
  one.evaluate({{}, s.inputs, s.noise}, a);
  for (std::size_t j = 0; j < net::input_values; ++j)
    CHECK(seen[j] == a[2 * net::input_values + j]);
}

TEST_CASE("sizes that do not fit are refused") {
  trainer<dit<simd<float>, small, 1>> t{1};
  std::vector<float> in(18), out(18), noise(2);
  CHECK_THROWS_WITH_AS(t.evaluate({{}, std::span{in}.first(17), std::span{noise}.first(1)}, out),
                       "native: expected values and output of n times 18 and 18, got 17 and 18",
                       regula::shape_error);
  CHECK_THROWS_WITH_AS(t.evaluate({{}, in, std::span{noise}.first(0)}, out),
                       "native: expected 1 or 1 noise features, got 0",
                       regula::shape_error);
  CHECK_THROWS_AS(t.evaluate({{}, in, std::span{noise}.first(1)}, out, parameter_array::average), regula::range_error);
  CHECK_THROWS_WITH_AS(t.gradient(0, random_samples<float>{1, 18, 1}),
                       "native: expected a batch of at least 1 sample, got 0",
                       regula::range_error);
}

}  // namespace
