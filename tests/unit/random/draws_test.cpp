// SPDX-License-Identifier: MIT
#include <regula/random/draws.hpp>
#include <regula/random/stream.hpp>

#include "support/chi_square.hpp"
#include "support/scripted_words.hpp"
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <span>
#include <vector>

namespace {

using regula::purpose;
using regula::stream;
using regula::test::excess_of;
using regula::test::scripted_words;

constexpr std::uint64_t all_ones = ~std::uint64_t{0};

stream test_stream(std::uint64_t index) { return {11, purpose::test, 0, index}; }

/// Sum of powers of n draws, in standard errors from `mean`, given the variance of one.
double error_of_mean(auto const& draw, int n, double mean, double variance) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += draw();
  return (sum / n - mean) / std::sqrt(variance / n);
}

TEST_CASE("WordSource: 64-bit generators only") {
  static_assert(regula::WordSource<stream> && regula::WordSource<scripted_words>);
  static_assert(regula::WordSource<std::mt19937_64>);
  static_assert(!regula::WordSource<std::minstd_rand>);  // a 64-bit type here, but not 64 random bits
  static_assert(!regula::WordSource<std::mt19937>);
  static_assert(!regula::WordSource<std::random_device>);
}

TEST_CASE("uniform: strictly inside (0, 1) at the extreme words") {
  scripted_words least{{0}};
  scripted_words most{{all_ones}};
  CHECK(regula::uniform(least) == 0x1p-53);
  CHECK(regula::uniform(most) == 1 - 0x1p-53);
  scripted_words middle{{std::uint64_t{1} << 63}};
  CHECK(regula::uniform(middle) == 0.5 + 0x1p-53);
}

TEST_CASE("uniform: equal shares of 64 bins, mean 1/2") {
  auto rng = test_stream(0);
  std::vector<std::size_t> bins(64);
  for (int i = 0; i < 100'000; ++i)
    ++bins[static_cast<std::size_t>(64 * regula::uniform(rng))];
  CHECK(excess_of(bins) < 5);
  CHECK(std::abs(error_of_mean([&] { return regula::uniform(rng); }, 100'000, 0.5, 1.0 / 12)) < 5);
}

TEST_CASE("pick: equal shares of every value") {
  for (std::uint64_t const n : {2U, 3U, 6U, 7U, 100U}) {
    auto rng = test_stream(n);
    std::vector<std::size_t> counts(n);
    for (int i = 0; i < 60'000; ++i)
      ++counts[regula::pick(rng, n)];
    CHECK(excess_of(counts) < 5);
  }
}

// Word w goes to value floor(3 w / 4): without redrawing, of every four words two fall on a value divisible by 3 and
// one each on the other two, so that value % 3 has shares 1/2, 1/4, 1/4 in place of 1/3 each.
TEST_CASE("pick: no bias where a plain multiplication has its largest, n = 3 * 2^62") {
  std::uint64_t const n = 3 * (std::uint64_t{1} << 62);
  auto rng              = test_stream(3);
  std::vector<std::size_t> counts(3);
  for (int i = 0; i < 30'000; ++i)
    ++counts[regula::pick(rng, n) % 3];
  CHECK(excess_of(counts) < 5);
}

TEST_CASE("pick: no bias just above 2^63, where nearly half of the words must be redrawn") {
  std::uint64_t const n = (std::uint64_t{1} << 63) + 1;
  auto rng              = test_stream(4);
  std::vector<std::size_t> halves(2), low_bits(2);
  int const draws = 30'000;
  for (int i = 0; i < draws; ++i) {
    std::uint64_t const value = regula::pick(rng, n);
    REQUIRE(value < n);
    ++halves[value >> 62 & 1];
    ++low_bits[value & 1];
  }
  CHECK(excess_of(halves) < 5);
  CHECK(excess_of(low_bits) < 5);
  // Each draw takes 2^64 / n = 2 words on average, with variance 2.
  CHECK(std::abs(static_cast<double>(rng.drawn()) / draws - 2) < 5 * std::sqrt(2.0 / draws));
}

TEST_CASE("pick: keeps the type of its bound, and extreme words stay inside") {
  scripted_words most{{all_ones}};
  std::uint16_t const symbol = regula::pick(most, std::uint16_t{5});
  CHECK(symbol == 4);
  CHECK(regula::pick(most, std::uint64_t{1}) == 0);
  CHECK(regula::pick(most, all_ones) == all_ones - 1);
  // 2^64 mod 3 = 1, so the one word whose product has low half 0 is redrawn: word 0 gives way to the next.
  scripted_words zero_then_most{{0, all_ones}};
  CHECK(regula::pick(zero_then_most, std::uint64_t{3}) == 2);
  CHECK(zero_then_most.taken == 2);
}

TEST_CASE("exponential: finite and positive at the extreme words, mean 1, variance 1") {
  scripted_words least{{0}};
  scripted_words most{{all_ones}};
  CHECK(regula::exponential(least) == doctest::Approx(0x1p-65).epsilon(1e-12));
  CHECK(regula::exponential(most) == doctest::Approx(53 * std::log(2.0)).epsilon(1e-12));
  auto rng = test_stream(5);
  CHECK(std::abs(error_of_mean([&] { return regula::exponential(rng); }, 100'000, 1, 1)) < 5);
  // E[(x - 1)^2] = 1 with variance 9 - 1 = 8.
  CHECK(std::abs(error_of_mean([&] { return std::pow(regula::exponential(rng) - 1, 2); }, 100'000, 1, 8)) < 5);
}

TEST_CASE("normal: moments 0, 1, 0, 3 and independent halves") {
  auto rng    = test_stream(6);
  int const n = 200'000;
  auto power  = [&](int p) { return [&rng, p] { return std::pow(regula::normal(rng), p); }; };
  // The variance of x^p is E[x^2p] - E[x^p]^2; the even moments of a normal number are 1, 3, 15, 105.
  CHECK(std::abs(error_of_mean(power(1), n, 0, 1)) < 5);
  CHECK(std::abs(error_of_mean(power(2), n, 1, 2)) < 5);
  CHECK(std::abs(error_of_mean(power(3), n, 0, 15)) < 5);
  CHECK(std::abs(error_of_mean(power(4), n, 3, 96)) < 5);
  auto product = [&] {
    auto const [a, b] = regula::normal_pair(rng);
    return a * b;
  };
  CHECK(std::abs(error_of_mean(product, n, 0, 1)) < 5);
}

TEST_CASE("normal: the tails have the right weight") {
  auto rng           = test_stream(7);
  int const n        = 200'000;
  double const share = std::erfc(2 / std::sqrt(2.0));  // P(|x| > 2)
  auto beyond        = [&] { return std::abs(regula::normal(rng)) > 2 ? 1.0 : 0.0; };
  CHECK(std::abs(error_of_mean(beyond, n, share, share * (1 - share))) < 5);
}

TEST_CASE("normal: finite at the extreme words, and the closed form at a chosen pair") {
  scripted_words least{{0, 0}};
  CHECK(regula::normal(least) == doctest::Approx(std::sqrt(2 * 53 * std::log(2.0))).epsilon(1e-12));
  scripted_words most{{all_ones, all_ones}};
  CHECK(std::isfinite(regula::normal(most)));
  CHECK(regula::normal(most) < 1e-7);
}

TEST_CASE("fill_normal: the pairs in order, an odd last one is the first half of a pair") {
  auto rng = test_stream(8);
  std::array<double, 5> filled;
  regula::fill_normal(rng, std::span<double>{filled});
  auto again = test_stream(8);
  for (std::size_t i = 0; i < 4; i += 2) {
    auto const [a, b] = regula::normal_pair(again);
    CHECK(filled[i] == a);
    CHECK(filled[i + 1] == b);
  }
  CHECK(filled[4] == regula::normal(again));
  CHECK(rng.drawn() == 6);

  auto single = test_stream(8);
  std::array<float, 5> rounded;
  regula::fill_normal(single, std::span<float>{rounded});
  for (std::size_t i = 0; i < 5; ++i)
    CHECK(rounded[i] == static_cast<float>(filled[i]));

  regula::fill_normal(rng, std::span<double>{});
  CHECK(rng.drawn() == 6);
}

TEST_CASE("shuffle_front: every ordered sample is equally likely, and nothing is lost") {
  auto rng = test_stream(9);
  std::map<std::vector<int>, std::size_t> seen;
  for (int i = 0; i < 30'000; ++i) {
    std::array<int, 5> items{0, 1, 2, 3, 4};
    regula::shuffle_front(rng, std::span<int>{items}, 2);
    ++seen[{items[0], items[1]}];
    std::ranges::sort(items);
    REQUIRE(items == std::array<int, 5>{0, 1, 2, 3, 4});
  }
  CHECK(seen.size() == 20);
  std::vector<std::size_t> counts;
  for (auto const& [front, n] : seen)
    counts.push_back(n);
  CHECK(excess_of(counts) < 5);
}

TEST_CASE("shuffle_front: all elements at the front are a full shuffle; none and one are no work") {
  auto rng = test_stream(10);
  std::map<std::vector<int>, std::size_t> seen;
  for (int i = 0; i < 24'000; ++i) {
    std::vector<int> items{0, 1, 2, 3};
    regula::shuffle_front(rng, std::span<int>{items}, 4);
    ++seen[items];
  }
  std::vector<std::size_t> counts;
  for (auto const& [order, n] : seen)
    counts.push_back(n);
  CHECK(counts.size() == 24);
  CHECK(excess_of(counts) < 5);

  auto untouched = test_stream(10);
  std::vector<int> items{4, 5};
  regula::shuffle_front(untouched, std::span<int>{items}, 0);
  regula::shuffle_front(untouched, std::span<int>{items}.first(1), 1);
  CHECK(items == std::vector<int>{4, 5});
  CHECK(untouched.drawn() == 0);
}

}  // namespace
