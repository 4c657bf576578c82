// SPDX-License-Identifier: MIT
#include <regula/rules/all.hpp>
#include <regula/testing/laws.hpp>

#include "support/no_three_equal.hpp"
#include "support/palindrome.hpp"
#include <doctest/doctest.h>

#include <cstddef>

namespace {

/// Checks all laws of each rule; the rules with few boards get enough draws to see a bias of a few percent.
template <regula::Rule... Rules>
void check_laws(std::size_t draws, Rules const&... rules) {
  auto const check = [&](auto const& rule) {
    auto const broken = regula::laws::rule(rule, {.draws = draws, .seed = 20});
    for (auto const& sentence : broken)
      FAIL_CHECK(sentence);
  };
  (check(rules), ...);
}

TEST_CASE("laws of the rules: few boards, enumerated, draws uniform") {
  check_laws(20'000,
             regula::group_parity<4, 2>{},
             regula::group_parity<5, 1>{},
             regula::group_parity<6, 3>{},
             regula::group_parity<8, 4>{},
             regula::group_parity<12, 3>{},
             regula::group_parity<12, 12>{},
             regula::group_parity<15, 5>{},
             regula::exact_k<1, 0>{},
             regula::exact_k<6, 6>{},
             regula::exact_k<8, 0>{},
             regula::exact_k<10, 3>{},
             regula::exact_k<12, 6>{},
             regula::row_k<3, 4, 2>{},
             regula::row_k<4, 3, 1>{},
             regula::row_k<2, 6, 3>{},
             regula::k_parity<6, 3>{{0, 2, 5}},
             regula::k_parity<8, 2>::drawn_from(3),
             regula::row_only<3>{},
             regula::latin_square<2>{},
             regula::latin_square<3>{},
             regula::isotopy_latin_square<3>{},
             regula::automaton_rule{regula::test::no_three_equal<9>{}},
             regula::both(regula::group_parity<12, 3>{}, regula::exact_k<12, 6>{}),
             regula::either(regula::exact_k<8, 2>{}, regula::exact_k<8, 7>{}),
             regula::but_not(regula::exact_k<10, 3>{}, regula::group_parity<10, 2>{}),
             regula::relabel(regula::latin_square<3>{}, {2, 0, 1}),
             regula::on_cells<9>(regula::exact_k<4, 2>{}, {1, 2, 5, 8}),
             regula::tabled(regula::test::palindrome<8>{}),
             regula::test::palindrome<10>{},
             regula::test::palindrome<6, 7>{});
}

TEST_CASE("laws of the rules: few boards, draws by a stated law that is not uniform") {
  check_laws(60'000,
             regula::row_variable_k<3, 4, 1, 3>{},
             regula::row_variable_k<3, 4, 0, 2, 4>{},
             regula::row_variable_k<2, 5, 0, 2, 5>{},
             regula::global_k<3, 4, 1, 2>{},
             regula::global_k<2, 5, 1, 2, 4>{},
             regula::token_corpus<3, 3>{regula::corpus{{0, 1, 2, 0, 1, 1, 0, 1, 2, 2, 0, 1}}});
}

TEST_CASE("laws of the rules: too many boards to enumerate") {
  check_laws(2'000,
             regula::group_parity<36, 2>{},
             regula::group_parity<36, 36>{},
             regula::group_parity<144, 12>{},
             regula::exact_k<36, 12>{},
             regula::exact_k<100, 50>{},
             regula::row_k<6, 6, 3>{},
             regula::row_k<16, 8, 4>{},
             regula::row_variable_k<6, 6, 0, 2, 4, 6>{},
             regula::global_k<6, 6, 1, 5>{},
             regula::k_parity<20, 6>{{1, 4, 7, 11, 12, 18}},
             regula::row_only<6>{},
             regula::latin_square<4>{},
             regula::latin_square<6>{},
             regula::isotopy_latin_square<5>{},
             regula::sudoku<4, 2, 2>{},
             regula::sudoku<6, 2, 3>{},
             regula::isotopy_sudoku<4, 2, 2>{},
             regula::isotopy_sudoku<6, 3, 2>{},
             regula::automaton_rule{regula::test::no_three_equal<100>{}},
             regula::test::palindrome<36>{});
}

TEST_CASE("laws of the rules: approximate draws, fewer of them") {
  check_laws(200, regula::latin_square<7>{}, regula::latin_square<9>{}, regula::sudoku<9, 3, 3>{});
}

}  // namespace
