// SPDX-License-Identifier: MIT
#include <regula/data/split.hpp>
#include <regula/rules/all.hpp>
#include <regula/testing/laws.hpp>

#include "support/golden_rules.hpp"
#include "support/no_three_equal.hpp"
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <type_traits>

namespace {

using namespace regula;

/// The board of symbols 0 only, which is no Latin square.
struct zeros {
  static constexpr std::size_t cell_count = 9;
  static constexpr token alphabet         = 3;
  bool holds(cells<9> x) const noexcept { return std::ranges::count(x, token{0}) == 9; }
  void draw(auto&, cells_out<9> x) const { std::ranges::fill(x, token{0}); }
};

/// The entry of a conjunction by its name.
test::json const& golden_by_name(std::string const& name) {
  auto const at = std::ranges::find_if(test::golden_rules(), [&](test::json const& r) { return r.at("name") == name; });
  REQUIRE_MESSAGE(at != test::golden_rules().end(), name << " has no entry");
  return *at;
}

template <Rule R>
void check_conjunction(std::string const& name, R const& rule) {
  test::json const& entry = golden_by_name(name);
  INFO(name);
  CHECK(entry.at("kind") == "conjunction");
  CHECK(entry.at("cells") == R::cell_count);
  CHECK(std::to_string(rule.population().exact.value()) == entry.at("population").get<std::string>());
  if (rule.population().exact != 0) test::check_population(rule, entry);  // the logarithm of 0 is null there
  test::check_examples(rule, entry);
  test::check_clause_chance(rule, entry);
  auto const broken = laws::rule(rule, {.draws = rule.population().exact == 0 ? 0U : 6000U});
  for (auto const& sentence : broken)
    FAIL_CHECK(sentence);
}

TEST_CASE("both: every reference conjunction, with all laws") {
  CHECK(test::golden_rules_of("conjunction").size() == 8);
  check_conjunction("both_group_parity_12_3__exact_k_12_6", both(group_parity<12, 3>{}, exact_k<12, 6>{}));
  check_conjunction("both_group_parity_12_4__exact_k_12_6", both(group_parity<12, 4>{}, exact_k<12, 6>{}));
  check_conjunction("both_group_parity_12_2__group_parity_12_3", both(group_parity<12, 2>{}, group_parity<12, 3>{}));
  check_conjunction("both_group_parity_12_6__row_k_3_4_2", both(group_parity<12, 6>{}, row_k<3, 4, 2>{}));
  check_conjunction("both_group_parity_12_3__group_parity_12_4__exact_k_12_8",
                    both(group_parity<12, 3>{}, group_parity<12, 4>{}, exact_k<12, 8>{}));
  check_conjunction("both_group_parity_12_2__exact_k_12_5", both(group_parity<12, 2>{}, exact_k<12, 5>{}));
  check_conjunction("both_k_parity_11_0-3-8__exact_k_12_6", both(k_parity<11, 3>{{0, 3, 8}}, exact_k<12, 6>{}));
  check_conjunction("both_latin_square_4__sudoku_2_2", both(latin_square<4>{}, sudoku<4, 2, 2>{}));
}

TEST_CASE("both: without a board, the population is 0 and drawing says so") {
  auto const automata = both(group_parity<12, 2>{}, exact_k<12, 5>{});
  stream rng{1, purpose::test, 0, 0};
  std::array<token, 12> x{};
  CHECK(automata.population().exact == 0);
  CHECK(std::isinf(automata.population().log2));
  CHECK_THROWS_WITH_AS(
      automata.draw(rng, x), doctest::Contains("expected a rule with at least one board"), range_error);
  CHECK_THROWS_WITH_AS(
      (void)draw_split(automata, {4}, 1), doctest::Contains("both{group_parity{cells 12"), range_error);
  auto const tables = both(latin_square<3>{}, zeros{});
  std::array<token, 9> y{};
  CHECK(tables.population().exact == 0);
  CHECK_THROWS_WITH_AS(tables.draw(rng, y), doctest::Contains("both{latin_square{order 3}, "), range_error);
}

TEST_CASE("either: inclusion and exclusion, and all laws") {
  group_parity<12, 3> const a;
  exact_k<12, 6> const b;
  auto const rule = either(a, b);
  CHECK(rule.population().exact == 256 + 924 - 108);
  CHECK(laws::rule(rule, {.draws = 30'000}).empty());
  CHECK(either(a, b, group_parity<12, 12>{}).population().exact == 2048);  // which holds both others
  CHECK(either(latin_square<4>{}, sudoku<4, 2, 2>{}).population().exact == 576);
  CHECK(describe(rule).text() == "either{group_parity{cells 12, group 3}, exact_k{cells 12, k 6}}");
}

TEST_CASE("but_not: what the second rule leaves, and all laws") {
  auto const rule = but_not(exact_k<12, 6>{}, group_parity<12, 3>{});
  CHECK(rule.population().exact == 924 - 108);
  CHECK(laws::rule(rule, {.draws = 30'000}).empty());
  auto const squares = but_not(latin_square<4>{}, sudoku<4, 2, 2>{});
  CHECK(squares.population().exact == 576 - 288);
  CHECK(laws::rule(squares).empty());
  // A table, and a rule that is only judged.
  CHECK(but_not(latin_square<4>{}, isotopy_sudoku<4, 2, 2>{}).population().exact == 576 - 288);
}

TEST_CASE("both: an automaton and a table make a table") {
  auto const rule = both(row_only<4>{}, latin_square<4>{});
  static_assert(Enumerable<std::remove_const_t<decltype(rule)>> && !Automaton<std::remove_const_t<decltype(rule)>>);
  CHECK(rule.population().exact == 576);
  static_assert(Automaton<decltype(both(group_parity<12, 3>{}, exact_k<12, 6>{}))>);
}

TEST_CASE("combinations of combinations, and of a user's automaton") {
  auto const rule = both(automaton_rule{test::no_three_equal<10>{}}, but_not(exact_k<10, 5>{}, group_parity<10, 2>{}));
  CHECK(laws::rule(rule, {.draws = 10'000}).empty());
  CHECK(*rule.population().exact > 0);
}

TEST_CASE("combinations are uniform whatever measure their parts have") {
  auto const rule = both(row_variable_k<2, 5, 0, 2, 5>{}, exact_k<10, 4>{});
  static_assert(!Weighs<std::remove_const_t<decltype(rule)>> &&
                !StatesProbability<std::remove_const_t<decltype(rule)>>);
  CHECK(rule.population().exact == 100);
  CHECK(laws::rule(rule, {.draws = 5000}).empty());
}

}  // namespace
