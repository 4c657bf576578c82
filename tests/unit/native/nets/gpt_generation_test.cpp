// SPDX-License-Identifier: MIT
#include <regula/native/nets/gpt_generation.hpp>
#include <regula/native/network.hpp>
#include <regula/native/trainer.hpp>

#include "support/native_nets.hpp"
#include "support/symbol_samples.hpp"
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

namespace {

using namespace regula::nn;
using regula::token;
using regula::test::randomize;
using regula::test::symbol_samples;

template <gpt_shape S, class Real>
using trainer_of = trainer<gpt<simd<Real>, S, 1>>;

/// The logits of every cell of n sequences, symbol by symbol.
template <class Trainer>
std::vector<typename Trainer::real> generated(Trainer& t, std::span<token const> symbols) {
  constexpr std::size_t cells = Trainer::net::cells, each = Trainer::net::shape.vocabulary();
  std::size_t const n = symbols.size() / cells;
  std::vector<typename Trainer::real> all(n * cells * each), logits(n * each);
  std::vector<token> last;
  auto session = network<Trainer>{t, parameter_array::weights}.generate(n);
  for (std::size_t c = 0; c < cells; ++c) {
    session.next(last, logits);
    last.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      std::copy_n(
          logits.begin() + std::ptrdiff_t(i * each), each, all.begin() + std::ptrdiff_t((i * cells + c) * each));
      last[i] = symbols[i * cells + c];
    }
  }
  return all;
}

/// Logits from kept keys and values against those of whole prefixes.
template <gpt_shape S, class Real>
void check_generation(std::size_t n, double tolerance) {
  trainer_of<S, Real> one{1}, three{3};
  randomize(one.parameters(), 1), randomize(three.parameters(), 1);
  auto samples =
      symbol_samples<Real>(n, std::size_t(S.tokens), token(S.alphabet + 1), false, 1, 2);  // start symbols too
  auto const logits = generated(one, samples.symbols);
  CHECK(generated(three, samples.symbols) == logits);
  std::vector<Real> whole(logits.size());
  one.evaluate({.symbols = samples.symbols}, whole);
  double largest = 0, furthest = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    largest  = std::max(largest, std::abs(double(whole[i])));
    furthest = std::max(furthest, std::abs(double(whole[i]) - double(logits[i])));
  }
  INFO("width ", S.width, ", heads ", S.heads, ", tokens ", S.tokens, ", n ", n);
  CHECK(furthest <= tolerance * largest);
}

TEST_CASE_TEMPLATE("kept prefixes give the logits of whole ones, for any number of sequences", real, float, double) {
  double const tolerance = std::is_same_v<real, double> ? 1e-13 : 1e-5;
  check_generation<gpt_shape{20, 2, 4, 7, 3, true, 0}, real>(5, tolerance);
  check_generation<gpt_shape{20, 2, 4, 7, 3, true, 0}, real>(131, tolerance);
  check_generation<gpt_shape{24, 1, 2, 18, 2, true, 0}, real>(49, tolerance);
  check_generation<gpt_shape{36, 2, 1, 9, 40, true, 0}, real>(48, tolerance);
  check_generation<gpt_shape{12, 1, 12, 5, 2, true, 0.5}, real>(1, tolerance);
}

TEST_CASE("sequences do not depend on each other") {
  trainer_of<gpt_shape{20, 2, 4, 7, 3, true, 0}, float> t{2};
  randomize(t.parameters(), 1);
  symbol_samples<float> const samples(100, 7, 3, false, 1, 2);
  auto const all   = generated(t, samples.symbols);
  auto const alone = generated(t, std::span{samples.symbols}.subspan(70 * 7, 7));
  for (std::size_t i = 0; i < 7 * 4; ++i)
    CHECK(alone[i] == all[70 * 7 * 4 + i]);
}

TEST_CASE("what does not fit is refused") {
  trainer_of<gpt_shape{12, 1, 3, 2, 3, true, 0}, float> t{1};
  auto session = t.generate(2);
  std::vector<float> logits(8), small(7);
  std::vector<token> const none, two{1, 3}, wrong{0, 4}, one{0};
  CHECK_THROWS_WITH_AS(
      session.next(two, logits), "native: expected 0 symbols and room for 8 logits, got 2 and 8", regula::shape_error);
  CHECK_THROWS_AS(session.next(none, small), regula::shape_error);
  session.next(none, logits);
  CHECK_THROWS_AS(session.next(one, logits), regula::shape_error);
  CHECK_THROWS_WITH_AS(session.next(wrong, logits), "native: expected symbols below 4, got 4", regula::range_error);
  session.next(two, logits);
  CHECK_THROWS_WITH_AS(
      session.next(two, logits), "native: expected at most 2 symbols of a sequence, got another", regula::range_error);
  CHECK_THROWS_AS((void)t.generate(2, parameter_array::average), regula::range_error);
  auto nothing = t.generate(0);
  CHECK_NOTHROW(nothing.next(none, std::span<float>{}));
}

// bidirectional nets see every cell: they extend nothing
template <class N>
concept Generates = requires(N& n) { n.generate(std::size_t{1}); };
static_assert(Generates<network<trainer_of<gpt_shape{12, 1, 3, 2, 3, true, 0}, float>>>);
static_assert(!Generates<network<trainer_of<gpt_shape{12, 1, 3, 2, 3, false, 0}, float>>>);

}  // namespace
