// SPDX-License-Identifier: MIT
#include <regula/random/dropout.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <vector>

namespace {

using regula::dropout_place;
using regula::purpose;
using regula::stream_family;

using mask = std::vector<std::uint8_t>;

mask keep(stream_family streams, std::size_t sample, dropout_place place, double p, std::size_t n) {
  mask out(n, 7);
  regula::fill_keep(streams, sample, place, p, out);
  return out;
}

constexpr stream_family streams{3, purpose::dropout, 5};

}  // namespace

TEST_CASE("dropout: an entry is dropped where its half of a word is below p 2^32, low half first") {
  double const p = 0.3;
  auto rng       = streams(2 * 65536 + 8);
  auto const got = keep(streams, 2, dropout_place::attention(2), p, 401);
  for (std::size_t j = 0; j < got.size(); j += 2) {
    CAPTURE(j);
    std::uint64_t const word = rng();
    CHECK(got[j] == (static_cast<double>(word % 4294967296U) >= std::round(p * 4294967296.0) ? 1 : 0));
    if (j + 1 < got.size())
      CHECK(got[j + 1] == (static_cast<double>(word / 4294967296U) >= std::round(p * 4294967296.0) ? 1 : 0));
  }
}

TEST_CASE("dropout: the share that is dropped is p, and neighbours are independent") {
  double const p      = 0.1;
  std::size_t const n = 200000;
  auto const got      = keep(streams, 0, dropout_place::mlp(0), p, n);
  double dropped = 0, both = 0;
  for (std::size_t j = 0; j < n; ++j) {
    dropped += 1 - got[j];
    if (j > 0) both += (1 - got[j]) * (1 - got[j - 1]);
  }
  auto const count = static_cast<double>(n);
  CHECK(std::abs(dropped / count - p) < 4 * std::sqrt(p * (1 - p) / count));
  CHECK(std::abs(both / count - p * p) < 4 * std::sqrt(p * p * (1 + 2 * p) / count));
}

TEST_CASE("dropout: places differ in every block, samples and steps have masks of their own") {
  std::set<std::uint64_t> places{dropout_place::embedding().number};
  for (std::size_t b = 0; b < 30; ++b)
    for (auto const place : {dropout_place::probabilities(b), dropout_place::attention(b), dropout_place::mlp(b)})
      CHECK(places.insert(place.number).second);
  CHECK(places.size() == 91);
  auto const one = keep(streams, 1, dropout_place::embedding(), 0.5, 64);
  CHECK(keep(streams, 1, dropout_place::embedding(), 0.5, 64) == one);
  CHECK(keep(streams, 1, dropout_place::probabilities(0), 0.5, 64) != one);
  CHECK(keep(streams, 0, dropout_place::embedding(), 0.5, 64) != one);
  CHECK(keep({3, purpose::dropout, 6}, 1, dropout_place::embedding(), 0.5, 64) != one);
  auto const longer = keep(streams, 1, dropout_place::embedding(), 0.5, 101);
  CHECK(mask(longer.begin(), longer.begin() + 64) == one);  // its beginning does not depend on its length
}

TEST_CASE("dropout: p of 0 keeps all; a probability that is none is refused") {
  CHECK(keep(streams, 0, dropout_place::embedding(), 0, 33) == mask(33, 1));
  for (double const p : {-0.1, 1.0, 1.5, std::numeric_limits<double>::quiet_NaN()})
    CHECK_THROWS_AS((void)keep(streams, 0, dropout_place::embedding(), p, 3), regula::range_error);
  CHECK_THROWS_WITH_AS((void)keep(streams, 0, dropout_place::embedding(), 1.5, 3),
                       "dropout: expected a probability in [0, 1), got 1.5",
                       regula::range_error);
}
