// SPDX-License-Identifier: MIT
#include <regula/native/nets/uddm.hpp>

#include "support/net_gradient.hpp"
#include "support/symbol_samples.hpp"
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace {

using namespace regula::nn;
using regula::token, regula::sample_input, regula::stream_family;
using regula::test::check_net_gradient, regula::test::check_same_bits, regula::test::randomize;

// odd cells, odd alphabet, heads of 4 and of 10, a condition of its own width
constexpr uddm_shape timed{.width = 20, .depth = 2, .heads = 5, .condition = 9, .tokens = 7, .alphabet = 3};
constexpr uddm_shape masked{
    .width = 20, .depth = 1, .heads = 2, .condition = 12, .tokens = 5, .alphabet = 5, .is_masked = true};
constexpr uddm_shape timed_drops{
    .width = 20, .depth = 2, .heads = 5, .condition = 9, .tokens = 7, .alphabet = 3, .dropout = 0.25};
constexpr uddm_shape masked_drops{
    .width = 8, .depth = 2, .heads = 1, .condition = 4, .tokens = 9, .alphabet = 2, .is_masked = true, .dropout = 0.1};
constexpr stream_family streams{3, regula::purpose::dropout, 8};

static_assert(Net<uddm<simd<float>, timed, 1>>);
static_assert(Conditioned<uddm<simd<float>, masked, 1>>);

/// Symbols; where the net has a noise level, each sample has one, and every other sample is a distribution per cell.
template <uddm_shape S, class Real>
struct uddm_samples : regula::test::symbol_samples<Real> {
  uddm_samples(std::size_t n, std::uint64_t seed)
      : regula::test::symbol_samples<Real>{
            n, std::size_t(S.tokens), token(S.alphabet), S.is_masked, std::size_t(S.tokens * S.alphabet), seed} {
    regula::test::random_numbers draw{seed + 100};
    for (std::size_t i = 0; i < n; ++i)
      levels.push_back(Real(draw() + 1));
    for (std::size_t i = 0; i < n * std::size_t(S.tokens * S.alphabet); ++i)
      shares.push_back(Real((draw() + 1) / S.alphabet));
  }

  void read(std::size_t i, sample_input<Real>& in) const {
    regula::test::symbol_samples<Real>::read(i, in);
    if (S.is_masked) return;
    in.noise = levels[i];
    in.soft  = i % 2 == 1;
    for (std::size_t j = 0; j < in.values.size(); ++j)
      in.values[j] = shares[i * in.values.size() + j];
  }

  std::vector<Real> levels, shares;
};

template <uddm_shape S>
void check_gradient(stream_family const* dropout) {
  check_net_gradient<uddm<simd<double>, S, 2>>(
      5, uddm_samples<S, double>{5, 2}, dropout);  // the last block is not full
}

TEST_CASE("uddm: the gradient of a batch of symbols and distributions is that of its mean loss") {
  check_gradient<timed>(nullptr);
  check_gradient<masked>(nullptr);
}

TEST_CASE("uddm: the same with dropout, and with dropout that is switched off") {
  check_gradient<timed_drops>(&streams);
  check_gradient<masked_drops>(&streams);
  check_gradient<timed_drops>(nullptr);
}

TEST_CASE_TEMPLATE("uddm: steps have the same bits on any number of threads, with dropout too", real, float, double) {
  check_same_bits<uddm<simd<real>, timed_drops, 1>>(13, uddm_samples<timed_drops, real>{13, 4});
  check_same_bits<uddm<simd<real>, masked_drops, 4>>(2, uddm_samples<masked_drops, real>{2, 4});  // as wide nets do
}

TEST_CASE("uddm: wide nets have one shard, and the same bits on any number of threads") {
  constexpr uddm_shape shape{
      .width = 384, .depth = 1, .heads = 6, .condition = 16, .tokens = 5, .alphabet = 3, .dropout = 0.1};
  using wide = uddm<simd<float>, shape, 2>;
  static_assert(trainer<wide>::shards(64) == 1);
  check_same_bits<wide>(7, uddm_samples<shape, float>{7, 4});
}

TEST_CASE("uddm: a distribution of one symbol is that symbol; the output depends on the noise level") {
  trainer<uddm<simd<double>, timed, 2>> t{1};
  randomize(t.parameters(), 5);
  std::vector<token> const symbols{0, 2, 1, 1, 0, 2, 0};
  std::vector<double> values(7 * 3), noise{0.7}, a(7 * 3), b(7 * 3), c(7 * 3);
  for (std::size_t i = 0; i < 7; ++i)
    values[3 * i + symbols[i]] = 1;
  t.evaluate({.symbols = symbols, .noise = noise}, a);
  t.evaluate({.values = values, .noise = noise}, b);
  CHECK(a == b);
  noise[0] = 0.8;
  t.evaluate({.symbols = symbols, .noise = noise}, c);
  for (std::size_t i = 0; i < a.size(); ++i)
    CHECK(a[i] != c[i]);
}

TEST_CASE("uddm: cells are told apart by position, and many samples give what each alone gives") {
  trainer<uddm<simd<float>, timed, 4>> t{2};
  randomize(t.parameters(), 5);
  std::size_t const n = 150;  // more than one round of modulations
  uddm_samples<timed, float> const samples{n, 6};
  std::vector<float> all(n * 21), alone(21);
  t.evaluate({.symbols = samples.symbols, .noise = samples.levels}, all);
  for (std::size_t const i : {0U, 63U, 64U, 149U}) {
    t.evaluate(
        {.symbols = std::span{samples.symbols}.subspan(7 * i, 7), .noise = std::span{samples.levels}.subspan(i, 1)},
        alone);
    CHECK(alone == std::vector<float>(all.begin() + 21 * std::ptrdiff_t(i), all.begin() + 21 * std::ptrdiff_t(i + 1)));
  }
  std::vector<token> x{0, 1, 1, 2, 0, 0, 2}, y{1, 0, 1, 2, 0, 0, 2};
  std::vector<float> noise{0.3F}, a(21), b(21);
  t.evaluate({.symbols = x, .noise = noise}, a);
  t.evaluate({.symbols = y, .noise = noise}, b);
  CHECK(a[3 * 6] != b[3 * 6]);
}

TEST_CASE("uddm: symbols outside the alphabet and missing noise levels are refused") {
  trainer<uddm<simd<float>, timed, 1>> t{1};
  trainer<uddm<simd<float>, masked, 1>> hidden{1};
  std::vector<float> out(t.output_values), other(hidden.output_values), noise{0.5F};
  std::vector<token> x(7, 1), y(5, regula::no_token);
  x[2] = 3;
  CHECK_THROWS_WITH_AS(
      t.evaluate({.symbols = x, .noise = noise}, out), "native: expected symbols below 3, got 3", regula::range_error);
  x[2] = regula::no_token;  // nothing is hidden from this network
  CHECK_THROWS_AS(t.evaluate({.symbols = x, .noise = noise}, out), regula::range_error);
  x[2] = 2;
  CHECK_THROWS_WITH_AS(
      t.evaluate({.symbols = x}, out), "native: expected 1 or 1 noise features, got 0", regula::shape_error);
  CHECK_NOTHROW(hidden.evaluate({.symbols = y}, other));
  y[4] = 6;
  CHECK_THROWS_WITH_AS(
      hidden.evaluate({.symbols = y}, other), "native: expected symbols below 6, got 6", regula::range_error);
}

}  // namespace
