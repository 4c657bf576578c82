// SPDX-License-Identifier: MIT
#include <regula/data/ngram_weights.hpp>
#include <regula/random/draws.hpp>
#include <regula/random/stream.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace {

using regula::ngram_weights;
using regula::token;

TEST_CASE("ngram_weights: counts of a text that can be counted by hand") {
  // abababab c: ab 4, ba 3, bc 1; aba 3, bab 3, abc 1.
  std::vector<token> const text{0, 1, 0, 1, 0, 1, 0, 1, 2};
  auto const places = ngram_weights(text, {.lowest = 2, .highest = 3, .least = 3});
  REQUIRE(places.size() == 2);
  CHECK(places[0].order == 2);
  CHECK(places[0].kinds == 2);
  CHECK(places[0].places == 7);
  CHECK(places[0].all_places == 8);
  CHECK(places[1].kinds == 2);
  CHECK(places[1].places == 6);
  CHECK(places[1].all_places == 7);
  CHECK(places[0].weight == doctest::Approx(7.0 / 13));
  CHECK(places[1].weight == doctest::Approx(6.0 / 13));
  auto const kinds = ngram_weights(text, {.lowest = 2, .highest = 3, .least = 4, .by_kinds = true});
  CHECK(kinds[0].weight == 1);  // ab alone stands in four places
  CHECK(kinds[1].weight == 0);
}

TEST_CASE("ngram_weights: the counts of a map of n-grams, on a drawn text") {
  regula::stream rng{5, regula::purpose::test, 0, 0};
  std::vector<token> text(3000);
  for (token& v : text)
    v = static_cast<token>(pick(rng, 3) * pick(rng, 3));
  auto const found = ngram_weights(text);
  REQUIRE(found.size() == 5);
  double sum = 0;
  std::vector<std::uint64_t> counted;
  for (std::size_t order = 2; order <= 6; ++order) {
    std::map<std::vector<token>, std::uint64_t> counts;
    for (std::size_t i = 0; i + order <= text.size(); ++i)
      ++counts[{text.begin() + std::ptrdiff_t(i), text.begin() + std::ptrdiff_t(i + order)}];
    std::uint64_t kinds = 0, places = 0;
    for (auto const& [gram, n] : counts)
      if (n >= 5) places += n, ++kinds;
    CHECK(found[order - 2].kinds == kinds);
    CHECK(found[order - 2].places == places);
    counted.push_back(places);
    sum += static_cast<double>(places);
  }
  CHECK(found[4].places < found[4].all_places);  // some do not come back often enough
  for (std::size_t i = 0; i < 5; ++i)
    CHECK(found[i].weight == doctest::Approx(static_cast<double>(counted[i]) / sum));
}

TEST_CASE("ngram_weights: texts without what comes back, and orders that cannot be") {
  std::vector<token> const text{0, 1, 2};
  for (auto const& w : ngram_weights(text))
    CHECK(w.weight == 0);
  CHECK(ngram_weights(text)[3].all_places == 0);
  CHECK(ngram_weights({}).size() == 5);
  CHECK_THROWS_WITH_AS((void)ngram_weights(text, {.lowest = 3, .highest = 2}),
                       "ngram_weights: expected orders 1 <= lowest <= highest <= 64, got 3 and 2",
                       regula::range_error);
  CHECK_THROWS_AS((void)ngram_weights(text, {.lowest = 0}), regula::range_error);
}

}  // namespace
