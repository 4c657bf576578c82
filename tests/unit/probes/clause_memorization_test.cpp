// SPDX-License-Identifier: MIT
#include <regula/probes/clause_memorization.hpp>

#include "support/golden_states.hpp"
#include <boost/hana/accessors.hpp>
#include <boost/hana/size.hpp>
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace {

using regula::clause_memorization;
using regula::no_token;
using regula::rate;
using regula::token;
using regula::test::golden_evaluation;

TEST_CASE("clause_memorization: every stored evaluation") {
  regula::test::for_each_golden_evaluation([](auto const& stored) {
    INFO(regula::describe(stored.rule).text());
    auto const ours = clause_memorization{}.measure(stored.view());
    CHECK(ours.families[0].anywhere.share() ==
          doctest::Approx(stored.expected.at("group_memorization").template get<double>()).epsilon(1e-14));
  });
}

using pattern = std::vector<token>;

/// The patterns of a clause, read from what the rule says of its cells.
template <regula::Rule R>
pattern pattern_of(R const& rule, regula::cells<R::cell_count> x, std::size_t clause) {
  pattern out;
  for (std::size_t cell = 0; cell < R::cell_count; ++cell)
    if (rule.looks_at(clause, cell)) out.push_back(x[cell]);
  return out;
}

/// Every valid board as a sample, so that the share of known patterns is their chance.
template <regula::Rule R>
void check_chance(R const& rule, std::size_t train) {
  INFO(regula::describe(rule).text());
  golden_evaluation<R> e{.rule = rule, .data = regula::draw_split(rule, {train}, 4), .samples = {}, .expected = {}};
  auto const all  = regula::tabled(rule);
  e.samples       = all.boards();
  auto const ours = clause_memorization{}.measure(e.view());
  REQUIRE(ours.families.size() == R::clause_families.size());
  std::size_t clause = 0;
  for (std::size_t f = 0; f < R::clause_families.size(); ++f) {
    auto const& family = R::clause_families[f];
    CAPTURE(std::string{family.name});
    std::set<pattern> anywhere;
    std::vector<std::set<pattern>> in_place(family.count);
    for (std::size_t c = 0; c < family.count; ++c)
      for (auto const x : e.data.training) {
        anywhere.insert(pattern_of(rule, x, clause + c));
        in_place[c].insert(pattern_of(rule, x, clause + c));
      }
    rate known, known_in_place;
    for (auto const x : all.boards())
      for (std::size_t c = 0; c < family.count; ++c) {
        known.add(anywhere.contains(pattern_of(rule, x, clause + c)));
        known_in_place.add(in_place[c].contains(pattern_of(rule, x, clause + c)));
      }
    clause += family.count;
    auto const& measured = ours.families[f];
    CHECK(measured.family == family.name);
    CHECK(measured.anywhere == known);
    CHECK(measured.in_place == known_in_place);
    CHECK(measured.anywhere_chance == doctest::Approx(known.share()).epsilon(1e-12));
    CHECK(measured.in_place_chance == doctest::Approx(known_in_place.share()).epsilon(1e-12));
  }
}

TEST_CASE(
    "clause_memorization: uniform valid boards know patterns of training boards by exactly the chance that is stated") {
  check_chance(regula::group_parity<12, 3>{}, 3);
  check_chance(regula::group_parity<12, 6>{}, 5);
  check_chance(regula::row_k<3, 4, 2>{}, 2);
  check_chance(regula::row_variable_k<3, 4, 1, 3>{}, 2);
  check_chance(regula::global_k<3, 4, 1, 2>{}, 3);  // a family of one clause that looks at all cells
  check_chance(regula::row_only<3>{}, 2);
  check_chance(regula::latin_square<3>{}, 1);
}

/// As `tabled` finds boards by trying all, these are too many; the rules have tables of their own.
template <class R>
void check_chance_of_table(R const& rule, std::size_t train) {
  golden_evaluation<R> e{.rule = rule, .data = regula::draw_split(rule, {train}, 4), .samples = {}, .expected = {}};
  e.samples = rule.boards();
  for (auto const& family : clause_memorization{}.measure(e.view()).families) {
    CAPTURE(family.family);
    CHECK(family.anywhere_chance == doctest::Approx(family.anywhere.share()).epsilon(1e-12));
    CHECK(family.in_place_chance == doctest::Approx(family.in_place.share()).epsilon(1e-12));
    CHECK(family.in_place_chance < family.anywhere_chance);
    CHECK(family.anywhere_chance < 1);
  }
}

TEST_CASE("clause_memorization: every order of symbols is as probable as any in rows, columns and boxes") {
  check_chance_of_table(regula::latin_square<4>{}, 2);
  check_chance_of_table(regula::sudoku<4, 2, 2>{}, 2);
}

TEST_CASE("clause_memorization: above chance, by hand") {
  golden_evaluation<regula::group_parity<6, 3>> e;  // four even triples, each in a quarter of the boards
  e.train_on(regula::test::json::parse("[[1,1,1, 0,0,1]]"));
  e.samples.push_back(std::array<token, 6>{1, 1, 1, 0, 0, 1});         // a copy
  e.samples.push_back(std::array<token, 6>{0, 0, 1, 1, 1, 1});         // both triples, but in other places
  e.samples.push_back(std::array<token, 6>{1, 1, 1, 0, 1, 0});         // one in place
  e.samples.push_back(std::array<token, 6>{1, 1, 1, 0, 0, no_token});  // one in place, one unknown
  auto const ours = clause_memorization{}.measure(e.view());
  CHECK(ours.families[0].anywhere == rate{6, 8});
  CHECK(ours.families[0].in_place == rate{4, 8});
  CHECK(ours.families[0].anywhere_chance == 0.5);
  CHECK(ours.families[0].in_place_chance == 0.25);
  CHECK(ours.families[0].anywhere_above_chance == 0.5);
  CHECK(ours.families[0].in_place_above_chance == doctest::Approx(1.0 / 3));
}

TEST_CASE("clause_memorization: patterns beyond a table of bits, and beyond 64 bits") {
  golden_evaluation<regula::group_parity<144, 72>> e;  // 2^72 patterns in a group, a population of 2^142
  e.data = regula::draw_split(e.rule, {3}, 4);
  e.samples.push_back(e.data.training[1]);
  std::array<token, 144> board{};
  std::ranges::copy(e.data.training[2].last<72>(), board.begin());
  e.samples.push_back(board);  // the second half of a training board in the first place; the second half is all 0
  auto const ours = clause_memorization{}.measure(e.view());
  CHECK(ours.families[0].anywhere == rate{3, 4});
  CHECK(ours.families[0].in_place == rate{2, 4});
  CHECK(ours.families[0].anywhere_chance == doctest::Approx(6 * std::exp2(-71)).epsilon(1e-12));
  CHECK(ours.families[0].in_place_chance == doctest::Approx(3 * std::exp2(-71)).epsilon(1e-12));
}

TEST_CASE("clause_memorization: chance of patterns of a population beyond 64 bits") {
  golden_evaluation<regula::row_k<16, 8, 4>> e;  // 70 patterns in each row, all equally likely
  e.data = regula::draw_split(e.rule, {3}, 4);
  std::set<pattern> anywhere;
  std::size_t in_place = 0;
  for (std::size_t row = 0; row < 16; ++row) {
    std::set<pattern> here;
    for (auto const x : e.data.training)
      here.insert(pattern_of(e.rule, x, row));
    anywhere.insert(here.begin(), here.end());
    in_place += here.size();
  }
  auto const ours = clause_memorization{}.measure(e.view());
  CHECK(ours.families[0].anywhere_chance == doctest::Approx(static_cast<double>(anywhere.size()) / 70).epsilon(1e-10));
  CHECK(ours.families[0].in_place_chance == doctest::Approx(static_cast<double>(in_place) / 16 / 70).epsilon(1e-10));
}

TEST_CASE("clause_memorization: a rule that does not say where its clauses look has the board as its pattern") {
  golden_evaluation<regula::exact_k<10, 3>> e;
  e.data = regula::draw_split(e.rule, {12}, 4);
  e.samples.push_back(e.data.training[1]);
  e.samples.push_back(std::array<token, 10>{});
  auto const ours = clause_memorization{}.measure(e.view());
  REQUIRE(ours.families.size() == 1);
  CHECK(ours.families[0].family == "board");
  CHECK(ours.families[0].anywhere == rate{1, 2});
  CHECK(ours.families[0].in_place == rate{1, 2});
  CHECK(ours.families[0].anywhere_chance == 0.1);  // 12 of 120
}

TEST_CASE("clause_memorization: its result is reflected for records") {
  CHECK(decltype(boost::hana::size(boost::hana::accessors<clause_memorization::result>()))::value == 1);
  CHECK(decltype(boost::hana::size(boost::hana::accessors<regula::known_patterns>()))::value == 7);
}

}  // namespace
