// SPDX-License-Identifier: MIT
#include <regula/probes/sample_states.hpp>
#include <regula/rules/group_parity.hpp>

#include "support/golden_states.hpp"
#include "support/palindrome.hpp"
#include <boost/hana/accessors.hpp>
#include <boost/hana/size.hpp>
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace {

using regula::judging;
using regula::no_token;
using regula::rate;
using regula::sample_state;
using regula::sample_states;
using regula::state_list;
using regula::token;
using regula::test::golden_evaluation;

TEST_CASE("sample_states: every stored evaluation, by signs and as decoded") {
  regula::test::for_each_golden_evaluation([](auto const& stored) {
    INFO(regula::describe(stored.rule).text());
    auto const& expected = stored.expected;
    bool const by_signs  = expected.contains("ambiguous");
    auto const ours      = sample_states{.by = by_signs ? judging::signs : judging::decoded}.measure(stored.view());
    REQUIRE(ours.states.size() == expected.at("count"));
    std::array<rate, 4> const rates{ours.ambiguous, ours.invalid, ours.novel, ours.memorized};
    for (std::size_t i = 0; i < ours.states.size(); ++i) {
      CAPTURE(i);
      bool const valid = expected.at("valid")[i].template get<bool>();
      CHECK(regula::is_valid(ours.states[i]) == valid);
      CHECK((ours.states[i] == sample_state::memorized) == (valid && expected.at("copied")[i].template get<bool>()));
      if (expected.contains("state"))
        CHECK(static_cast<std::size_t>(ours.states[i]) == expected.at("state")[i].template get<std::size_t>());
      if (by_signs && !valid)
        CHECK((ours.states[i] == sample_state::ambiguous) == expected.at("ambiguous")[i].template get<bool>());
      CHECK(ours.distance[i] == expected.at("nearest_training")[i]);
      CHECK(ours.nearest[i] == expected.at("nearest_index")[i]);
    }
    for (std::size_t s = 0; s < rates.size(); ++s) {
      CHECK(rates[s].total == expected.at("count"));
      if (expected.contains("state_counts")) CHECK(rates[s].count == expected.at("state_counts")[s]);
    }
  });
}

using parity = regula::group_parity<4, 2>;

golden_evaluation<parity> of_values(std::vector<float> values) {
  golden_evaluation<parity> e;
  e.train_on(regula::test::json::parse("[[1,1,1,1]]"));
  regula::pm1 const encoding;
  std::array<token, 4> board;
  for (std::size_t i = 0; i < values.size(); i += 4) {
    for (std::size_t c = 0; c < 4; ++c)
      board[c] = encoding.decode(std::array{values[i + c]}, 2);
    e.samples.push_back(board);
  }
  e.values = std::move(values);
  return e;
}

TEST_CASE("sample_states: both ways to judge, on cells that are not clear") {
  auto const nan  = std::numeric_limits<float>::quiet_NaN();
  auto const e    = of_values({
      1,      1,    1,     1,      // a copy both ways
      0.5F,   0.5F, 1,     1,      // signs of a copy, cells that do not decode
      0.05F,  1,    -1,    -1,     // valid by signs though a cell is ambiguous
      0.05F,  -1,   1,     1,      // broken by signs, a cell is ambiguous
      0.125F, -1,   1,     1,      // clear
      nan,    -1,   -1,    -1,     // not a number: no sign, though "not above 0" would obey
      0,      0,    -0.0F, -1.0F,  // zero is the symbol 0
      -1,     1,    1,     1,      // broken both ways
  });
  auto const text = [&](sample_states const& probe) {
    return std::string{std::string_view{probe.measure(e.view()).states}};
  };
  CHECK(text({.by = judging::signs}) == "33201021");
  CHECK(text({}) == "30000001");
  CHECK(text({.by = judging::signs, .ambiguous_below = 0.2}) == "33200021");
  CHECK(text({.by = judging::signs, .ambiguous_below = 0.125}) == "33201021");  // at the bound it is clear
  CHECK(text({.by = judging::signs, .ambiguous_below = 0}) == "33211021");
}

TEST_CASE("sample_states: signs and ambiguity of every stored value") {
  auto const file  = regula::test::json::parse(std::ifstream{REGULA_GOLDEN_DIR "/rules.json"});
  auto const& all  = file.at("decoding");
  auto const table = std::ranges::find_if(all, [](auto const& t) { return t.contains("signs"); });
  REQUIRE(table != all.end());
  for (std::size_t i = 0; i < table->at("values").size(); ++i) {
    float const x   = table->at("values")[i];
    bool const sign = table->at("signs")[i] == 1, unclear = table->at("ambiguous")[i];
    CAPTURE(x);
    // Beside a clear cell of its own sign it obeys, beside one of the other it does not.
    auto const e = of_values({x, sign ? 1.0F : -1.0F, -1, -1, x, sign ? -1.0F : 1.0F, -1, -1});
    auto const s = sample_states{.by = judging::signs}.measure(e.view()).states;
    CHECK(s[0] == sample_state::novel);
    CHECK(s[1] == (unclear ? sample_state::ambiguous : sample_state::invalid));
  }
}

TEST_CASE("sample_states: distances as far as unknown cells go, or none if they are not asked for") {
  auto const e    = of_values({1, 1, 1, 1, -1, 1, 1, 1, 0.5F, 1, -1, -1});
  auto const ours = sample_states{}.measure(e.view());
  CHECK(ours.distance == std::vector<std::uint32_t>{0, 1, 3});
  CHECK(sample_states{.by = judging::signs}.measure(e.view()).distance == std::vector<std::uint32_t>{0, 1, 2});
  auto const brief = sample_states{.nearest = false}.measure(e.view());
  CHECK(brief.distance.empty());
  CHECK(brief.nearest.empty());
  CHECK(brief.states == ours.states);
  golden_evaluation<parity> untrained;
  untrained.samples.push_back(std::array<token, 4>{1, 1, 0, 0});
  CHECK(sample_states{}.measure(untrained.view()).distance.empty());
  CHECK(sample_states{}.measure(untrained.view()).novel == rate{1, 1});
}

TEST_CASE("sample_states: a symbol outside the alphabet is broken, and no unclear cell") {
  golden_evaluation<regula::test::palindrome<4, 3>> e;
  e.train_on(regula::test::json::parse("[[3,0,0,3]]"));  // never to be copied
  e.samples.push_back(std::array<token, 4>{3, 0, 0, 3});
  e.samples.push_back(std::array<token, 4>{no_token, 0, 0, 3});
  e.samples.push_back(std::array<token, 4>{2, 0, 0, 2});
  CHECK(std::string_view{sample_states{}.measure(e.view()).states} == "102");
}

TEST_CASE("sample_states: signs of what has none are refused") {
  golden_evaluation<regula::test::palindrome<4, 3>> three;
  three.samples.push_back(std::array<token, 4>{1, 0, 0, 1});
  three.values = {1, 0, 0, 1};
  CHECK_THROWS_WITH_AS((void)sample_states{.by = judging::signs}.measure(three.view()),
                       "sample_states: expected one value for each cell of a binary board to judge by signs, got 4 "
                       "values for 1 boards of 4 cells and 3 symbols",
                       regula::range_error);
  golden_evaluation<parity> symbols;
  symbols.samples.push_back(std::array<token, 4>{1, 0, 0, 1});
  CHECK_THROWS_AS((void)sample_states{.by = judging::signs}.measure(symbols.view()), regula::range_error);
}

TEST_CASE("state_list: a digit a state, and nothing else") {
  state_list list;
  list.push_back(sample_state::novel);
  list.push_back(sample_state::ambiguous);
  CHECK(std::string_view{list} == "20");
  CHECK(state_list{"20"} == list);
  CHECK(list[0] == sample_state::novel);
  CHECK(state_list{"0123"}[3] == sample_state::memorized);
  CHECK_THROWS_WITH_AS(state_list{"01x"}, "state_list: expected 0 to 3, got 'x'", regula::range_error);
  CHECK_THROWS_AS(state_list{"4"}, regula::range_error);
}

TEST_CASE("sample_states: its settings and its result are reflected for records") {
  CHECK(decltype(boost::hana::size(boost::hana::accessors<sample_states>()))::value == 3);
  CHECK(decltype(boost::hana::size(boost::hana::accessors<sample_states::result>()))::value == 7);
  CHECK(name_of(judging::signs) == "signs");
  CHECK(name_of(judging::decoded) == "decoded");
}

}  // namespace
