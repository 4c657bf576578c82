// SPDX-License-Identifier: MIT
#include <regula/data/split.hpp>
#include <regula/oracles/population.hpp>
#include <regula/rules/token_corpus.hpp>
#include <regula/testing/laws.hpp>

#include <doctest/doctest.h>

#include <array>
#include <vector>

namespace {

using namespace regula;

/// "abracadabra" by characters: a b c d r are 0 .. 4.
corpus const abracadabra{{0, 1, 4, 0, 2, 0, 3, 0, 1, 4, 0}, {U'a', U'b', U'c', U'd', U'r'}};

TEST_CASE("token_corpus: windows of three tokens, as often as they occur") {
  token_corpus<3, 5> const rule{abracadabra};
  CHECK(rule.holds(std::array<token, 3>{0, 1, 4}));        // abr, twice
  CHECK(rule.holds(std::array<token, 3>{1, 4, 0}));        // bra, twice, the last window
  CHECK(rule.holds(std::array<token, 3>{2, 0, 3}));        // cad
  CHECK_FALSE(rule.holds(std::array<token, 3>{4, 0, 1}));  // rab
  CHECK_FALSE(rule.holds(std::array<token, 3>{0, 1, no_token}));
  CHECK(rule.population().exact == 7);
  CHECK(rule.probability(std::array<token, 3>{0, 1, 4}) == doctest::Approx(2.0 / 9));
  CHECK(rule.probability(std::array<token, 3>{2, 0, 3}) == doctest::Approx(1.0 / 9));
  CHECK(rule.probability(std::array<token, 3>{4, 0, 1}) == 0);
}

TEST_CASE("token_corpus: all laws of a rule") {
  static_assert(StatesProbability<token_corpus<3, 5>>);
  CHECK(laws::rule(token_corpus<3, 5>{abracadabra}, {.draws = 5000}).empty());
  CHECK(laws::rule(token_corpus<2, 9>{abracadabra}, {.draws = 5000}).empty());
  CHECK(laws::rule(token_corpus<3, 5>{abracadabra}.table(), {.draws = 5000}).empty());
  CHECK(laws::rule(token_corpus<11, 5>{abracadabra}).empty());  // one window
}

TEST_CASE("token_corpus: its oracle knows what follows what") {
  population const oracle{token_corpus<3, 5>{abracadabra}.table()};
  std::vector<double> next(5);
  next_token_posterior(oracle, std::vector<token>{0}, next);  // ab twice, ac, ad once: not aa, not ar
  CHECK(next[1] == doctest::Approx(0.5));
  CHECK(next[2] == doctest::Approx(0.25));
  CHECK(next[3] == doctest::Approx(0.25));
  next_token_posterior(oracle, std::vector<token>{4, 0}, next);  // the last "ra" ends the corpus
  CHECK(next[2] == 1);
}

TEST_CASE("token_corpus: training and held-out windows are different ones") {
  auto const data = draw_split(token_corpus<3, 5>{abracadabra}, {4, 10}, 1);
  CHECK(data.training.size() == 4);
  CHECK(data.held_out.size() == 3);
  CHECK_THROWS_WITH_AS(((void)draw_split(token_corpus<3, 5>{abracadabra}, {8}, 1)),
                       doctest::Contains("at most 7 distinct"),
                       range_error);
}

TEST_CASE("token_corpus: the record names the corpus by size and hash") {
  auto const text = describe(token_corpus<3, 5>{abracadabra}).text();
  CHECK(text.starts_with("token_corpus{cells 3, alphabet 5, tokens 11, hash "));
  corpus other    = abracadabra;
  other.tokens[2] = 3;
  CHECK(describe(token_corpus<3, 5>{other}).text() != text);
}

TEST_CASE("token_corpus: too short, empty, or outside the alphabet, is refused") {
  CHECK_THROWS_WITH_AS(
      (token_corpus<12, 5>{abracadabra}), "token_corpus: expected a corpus of at least 12 tokens, got 11", range_error);
  CHECK_THROWS_WITH_AS(
      (token_corpus<3, 5>{corpus{{}, {}, "empty.txt"}}), doctest::Contains("got 0 in empty.txt"), range_error);
  CHECK_THROWS_WITH_AS(
      (token_corpus<3, 4>{abracadabra}), "token_corpus: expected symbols below 4, got 4 at token 2", range_error);
}

}  // namespace
