// SPDX-License-Identifier: MIT
#include <regula/probes/rule_accuracy.hpp>

#include "support/golden_states.hpp"
#include "support/palindrome.hpp"
#include <boost/hana/accessors.hpp>
#include <boost/hana/size.hpp>
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace {

using regula::no_token;
using regula::rate;
using regula::rule_accuracy;
using regula::token;
using regula::test::golden_evaluation;

TEST_CASE("rule_accuracy: every stored evaluation") {
  regula::test::for_each_golden_evaluation([](auto const& stored) {
    INFO(regula::describe(stored.rule).text());
    auto const ours      = rule_accuracy{}.measure(stored.view());
    auto const& expected = stored.expected;
    CHECK(ours.valid.total == expected.at("count"));
    CHECK(ours.valid.share() == expected.at("rule_accuracy").template get<double>());
    CHECK(ours.undecodable.share() == expected.at("undecodable").template get<double>());
    CHECK(ours.undecodable.total == expected.at("count"));
    CHECK(ours.families.size() == expected.at("family_accuracy").size());
    REQUIRE(ours.whole.size() == ours.families.size());
    for (auto const& of : ours.whole) {
      CHECK(of.clauses.share() == expected.at("family_accuracy").at(of.family).template get<double>());
      CHECK(of.clauses.total == expected.at("count"));
    }
    CHECK(ours.families[0].clauses.share() == expected.at("clause_accuracy").template get<double>());
    if (ours.families.size() == 1) CHECK(ours.clauses == ours.families[0].clauses);
  });
}

TEST_CASE("rule_accuracy: no samples, no share") {
  auto const ours = rule_accuracy{}.measure(golden_evaluation<regula::group_parity<12, 3>>{}.view());
  CHECK(ours.valid == rate{0, 0});
  CHECK(ours.families.size() == 1);
}

TEST_CASE("rule_accuracy: of a rule without clauses, boards count as their own clause") {
  golden_evaluation<regula::test::palindrome<4, 3>> e;
  e.samples.push_back(std::array<token, 4>{0, 2, 2, 0});
  e.samples.push_back(std::array<token, 4>{0, 2, 1, 0});
  e.samples.push_back(std::array<token, 4>{no_token, 2, 2, no_token});  // reads the same, but holds no symbols
  e.samples.push_back(std::array<token, 4>{3, 1, 1, 3});                // outside the alphabet
  auto const ours = rule_accuracy{}.measure(e.view());
  CHECK(ours.valid == rate{1, 4});
  CHECK(ours.clauses == rate{1, 4});
  CHECK(ours.undecodable == rate{1, 4});
  CHECK(ours.families.empty());
}

/// A rule of two families of different sizes.
struct two_families : regula::test::palindrome<4> {
  static constexpr std::array<regula::clause_family, 2> clause_families{{{"pairs", 2}, {"first", 1}}};
  bool holds(regula::cells<4> x) const noexcept { return palindrome<4>::holds(x) && x[0] == 1; }
  void judge(regula::cells<4> x, std::span<bool> verdicts) const noexcept {
    verdicts[0] = x[0] == x[3] && x[0] < 2;
    verdicts[1] = x[1] == x[2] && x[1] < 2;
    verdicts[2] = x[0] == 1;
  }
};

TEST_CASE("rule_accuracy: families are counted apart and together") {
  golden_evaluation<two_families> e;
  e.samples.push_back(std::array<token, 4>{1, 0, 0, 1});  // pairs 2 of 2, first 1 of 1
  e.samples.push_back(std::array<token, 4>{0, 1, 0, 0});  // pairs 1 of 2, first 0 of 1
  e.samples.push_back(std::array<token, 4>{1, 1, 0, 0});  // pairs 0 of 2, first 1 of 1
  auto const ours = rule_accuracy{}.measure(e.view());
  REQUIRE(ours.families.size() == 2);
  CHECK(ours.families[0] == regula::family_rate{"pairs", {3, 6}});
  CHECK(ours.families[1] == regula::family_rate{"first", {2, 3}});
  CHECK(ours.whole[0] == regula::family_rate{"pairs", {1, 3}});
  CHECK(ours.whole[1] == regula::family_rate{"first", {2, 3}});
  CHECK(ours.clauses == rate{5, 9});
  CHECK(ours.valid == rate{1, 3});
}

/// A symbol outside the alphabet in one cell of a valid board breaks the clauses that look at the cell, and no other.
template <regula::Rule R>
void check_outside(R const& rule) {
  INFO(regula::describe(rule).text());
  auto const data = regula::draw_split(rule, {1}, 3);
  for (token const outside : {token{R::alphabet}, no_token, token{0x7FFF}})  // a start symbol, no symbol, nonsense
    for (std::size_t cell = 0; cell < R::cell_count; ++cell) {
      golden_evaluation<R> e{.rule = rule, .data = {}, .samples = {}, .expected = {}};
      std::array<token, R::cell_count> board;
      std::ranges::copy(data.training[0], board.begin());
      board[cell] = outside;
      e.samples.push_back(board);
      auto const ours = rule_accuracy{}.measure(e.view());
      CHECK(ours.valid == rate{0, 1});
      CHECK(ours.undecodable.count == (outside == no_token ? 1 : 0));
      auto const verdicts = regula::test::verdicts_of(rule, regula::cells<R::cell_count>{board});
      if constexpr (regula::PlacesClauses<R>)
        for (std::size_t c = 0; c < verdicts.size(); ++c)
          CHECK(verdicts[c] != rule.looks_at(c, cell));
      std::size_t clause = 0;
      for (std::size_t f = 0; f < R::clause_families.size(); ++f) {
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < R::clause_families[f].count; ++i, ++clause)
          if constexpr (regula::PlacesClauses<R>)
            wrong += rule.looks_at(clause, cell) ? 1 : 0;
          else
            wrong = 1;
        CHECK(ours.families[f].clauses == rate{R::clause_families[f].count - wrong, R::clause_families[f].count});
        CHECK(ours.whole[f].clauses.count == (wrong == 0 ? 1 : 0));
      }
    }
}

TEST_CASE("rule_accuracy: symbols outside the alphabet break every clause that looks at them") {
  check_outside(regula::group_parity<12, 3>{});
  check_outside(regula::exact_k<10, 3>{});
  check_outside(regula::row_k<3, 4, 2>{});
  check_outside(regula::row_variable_k<3, 4, 1, 3>{});
  check_outside(regula::global_k<3, 4, 1, 2>{});
  check_outside(regula::row_only<4>{});
  check_outside(regula::latin_square<4>{});
  check_outside(regula::isotopy_latin_square<5>{});
  check_outside(regula::sudoku<6, 2, 3>{});
}

TEST_CASE("rule_accuracy: its result is reflected for records") {
  CHECK(decltype(boost::hana::size(boost::hana::accessors<rule_accuracy::result>()))::value == 5);
}

}  // namespace
