// SPDX-License-Identifier: MIT
#include <regula/rules/all.hpp>
#include <regula/rules/exact_population.hpp>

#include "support/golden_rules.hpp"
#include "support/no_three_equal.hpp"
#include <doctest/doctest.h>

#include <cstddef>
#include <optional>
#include <string>

namespace {

using regula::exact_population;

template <class... Rules>
void check_digits(Rules const&... rules) {
  auto const check = [](auto const& rule) {
    std::string const digits = regula::test::golden_rule(rule).at("population");
    CHECK(exact_population(rule).str() == digits);
    std::string const chance = regula::test::golden_rule(rule).at("chance").at("fraction");
    regula::big_integer const held{chance.substr(0, chance.find('/'))}, of{chance.substr(chance.find('/') + 1)};
    regula::big_integer boards = 1;
    for (std::size_t i = 0; i < rule.cell_count; ++i)
      boards *= rule.alphabet;
    CHECK(exact_population(rule) * of == boards * held);
  };
  (check(rules), ...);
}

TEST_CASE("exact_population: all digits of the reference, counted by automata") {
  check_digits(regula::group_parity<36, 6>{},
               regula::group_parity<100, 10>{},
               regula::group_parity<128, 4>{},
               regula::group_parity<144, 12>{},
               regula::exact_k<36, 18>{},
               regula::exact_k<100, 50>{},
               regula::row_k<16, 8, 4>{},
               regula::row_variable_k<6, 6, 3, 4, 5, 6>{},
               regula::global_k<6, 6, 2, 4>{},
               regula::row_only<6>{});
}

TEST_CASE("exact_population: all digits of the reference, as the rules state them") {
  check_digits(
      regula::latin_square<5>{}, regula::latin_square<7>{}, regula::sudoku<6, 2, 3>{}, regula::sudoku<9, 3, 3>{});
  CHECK(exact_population(regula::latin_square<8>{}).str() == "108776032459082956800");
}

TEST_CASE("exact_population: F(301) of a user's automaton") {
  regula::big_integer before = 1, fibonacci = 1;
  for (int i = 2; i < 301; ++i) {
    regula::big_integer const next = before + fibonacci;
    before                         = fibonacci;
    fibonacci                      = next;
  }
  CHECK(exact_population(regula::test::no_three_equal<300>{}) == 2 * fibonacci);
}

/// Knows its population by its logarithm only.
struct vague : regula::latin_square<12> {
  regula::population_size population() const { return {std::nullopt, 200}; }
};

TEST_CASE("exact_population: a rule that knows only the logarithm is refused") {
  CHECK_THROWS_WITH_AS((void)exact_population(vague{}),
                       doctest::Contains("expected a rule that knows its population exactly"),
                       regula::range_error);
}

}  // namespace
