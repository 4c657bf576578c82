// SPDX-License-Identifier: MIT
#include <regula/rules/exact_k.hpp>
#include <regula/rules/group_parity.hpp>
#include <regula/rules/latin_square.hpp>
#include <regula/rules/row_variable_k.hpp>
#include <regula/testing/laws.hpp>

#include "support/palindrome.hpp"
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace {

using regula::cells;
using regula::cells_out;
using regula::exact_k;
using regula::token;
using regula::test::palindrome;

/// True if exactly the laws with these names are broken, in this order.
template <regula::Rule R>
bool breaks_only(R const& rule, std::vector<std::string_view> const& laws, regula::laws::options chosen = {}) {
  auto const broken = regula::laws::rule(rule, chosen);
  for (auto const& sentence : broken)
    INFO(sentence);
  CAPTURE(broken.size());
  return std::ranges::equal(
      broken, laws, [](std::string const& s, std::string_view law) { return s.starts_with(law); });
}

struct biased_draw : exact_k<6, 2> {
  void draw(auto& rng, cells_out<6> x) const {
    exact_k<6, 2>::draw(rng, x);
    if (regula::pick(rng, 10U) == 0)  // one time in ten the first arrangement
      for (std::size_t i = 0; i < 6; ++i)
        x[i] = i < 2;
  }
};

struct never_the_first : exact_k<6, 2> {
  void draw(auto& rng, cells_out<6> x) const {
    do
      exact_k<6, 2>::draw(rng, x);
    while (x[0] == 1 && x[1] == 1);
  }
};

struct draws_that_break : exact_k<6, 2> {
  void draw(auto& rng, cells_out<6> x) const {
    exact_k<6, 2>::draw(rng, x);
    if (regula::pick(rng, 50U) == 0) x[0] = 1 - x[0];
  }
};

struct unwritten_cell : exact_k<6, 2> {
  void draw(auto& rng, cells_out<6> x) const {
    token const last = x[5];
    exact_k<6, 2>::draw(rng, x);
    x[5] = last;
  }
};

/// Takes any symbol that is not 1 for a 0.
struct open_alphabet : palindrome<6> {
  bool holds(cells<6> x) const noexcept {
    for (std::size_t i = 0; i < 3; ++i)
      if ((x[i] == 1) != (x[5 - i] == 1)) return false;
    return true;
  }
};

/// Accepts the board of symbols 1 only, which is never drawn, counted or judged right.
struct accepts_a_bad_board : exact_k<6, 2> {
  bool holds(cells<6> x) const noexcept { return exact_k<6, 2>::holds(x) || std::ranges::count(x, token{1}) == 6; }
  void judge(cells<6> x, std::span<bool> verdicts) const noexcept { verdicts[0] = exact_k<6, 2>::holds(x); }
};

struct changes_its_mind : exact_k<6, 2> {
  mutable std::size_t calls = 0;
  bool holds(cells<6> x) const noexcept { return ++calls % 1000 != 0 && exact_k<6, 2>::holds(x); }
};

struct shares_state : palindrome<6> {
  std::shared_ptr<std::size_t> drawn = std::make_shared<std::size_t>(0);
  void draw(auto& rng, cells_out<6> x) const {
    palindrome<6>::draw(rng, x);
    if (++*drawn % 2 == 0) x[0] = x[5] = 1 - x[0];
  }
};

struct clauses_disagree : regula::group_parity<6, 3> {
  void judge(cells<6> x, std::span<bool> verdicts) const noexcept {
    regula::group_parity<6, 3>::judge(x, verdicts);
    if (x[0] == 1 && x[3] == 1) verdicts[1] = true;
  }
};

/// Its clauses say yes to a hidden cell.
struct clauses_overlook_hidden_cells : exact_k<6, 2> {
  void judge(cells<6> x, std::span<bool> verdicts) const noexcept {
    auto const ones = std::ranges::count(x, token{1});
    verdicts[0]     = ones == 2;
  }
};

struct wrong_population : exact_k<6, 2> {
  regula::population_size population() const { return regula::population_size::of(16); }
};

TEST_CASE("laws: a right rule breaks none, with clauses and population or without") {
  CHECK(regula::laws::rule(exact_k<6, 2>{}).empty());
  CHECK(regula::laws::rule(palindrome<8>{}).empty());
  CHECK(regula::laws::rule(palindrome<6, 5>{}).empty());
}

TEST_CASE("laws: draws that are not uniform") {
  CHECK(breaks_only(biased_draw{}, {"draws are uniform"}));
  CHECK(breaks_only(never_the_first{}, {"draws are uniform"}));
  CHECK(breaks_only(biased_draw{}, {}, {.uniform = false}));  // said to be so
  CHECK(breaks_only(biased_draw{}, {}, {.draws = 50}));       // too few to tell
}

TEST_CASE("laws: draws that do not hold") {
  CHECK(breaks_only(draws_that_break{}, {"every draw holds"}));
  CHECK(breaks_only(unwritten_cell{}, {"every draw holds", "draws are uniform"}));
}

TEST_CASE("laws: a rule that accepts a symbol outside the alphabet") {
  CHECK(breaks_only(open_alphabet{}, {"a symbol outside the alphabet breaks the rule"}));
}

TEST_CASE("laws: a rule that accepts a board which is not its own") {
  CHECK(breaks_only(accepts_a_bad_board{},
                    {"clauses agree with holds", "the population is", "draws are uniform", "the automaton accepts"}));
}

TEST_CASE("laws: verdicts that change") {
  auto const broken = regula::laws::rule(changes_its_mind{});
  CHECK(std::ranges::any_of(broken, [](auto const& s) { return s.starts_with("holds is pure"); }));
}

TEST_CASE("laws: copies that share state") { CHECK(breaks_only(shares_state{}, {"copies are values"})); }

TEST_CASE("laws: clauses that say something else than holds") {
  CHECK(breaks_only(clauses_disagree{}, {"clauses agree with holds", "clauses look where they say"}));
  CHECK(breaks_only(clauses_overlook_hidden_cells{}, {"clauses agree with holds"}));
}

TEST_CASE("laws: a population that is not the number of valid boards") {
  CHECK(breaks_only(wrong_population{}, {"the population is the number of valid boards", "the automaton accepts"}));
  CHECK(regula::laws::rule(wrong_population{})[0].find("states 16 and has 15") != std::string::npos);
}

/// States one probability for boards that are not equally likely, and too large a one: there are 10.
struct wrong_probability : regula::row_variable_k<1, 4, 1, 2> {
  double probability(cells<4>) const { return 1.0 / 8; }
};

/// Steps as if one symbol 1 less were asked for.
struct wrong_automaton : exact_k<6, 2> {
  static constexpr bool accepts(std::size_t ones) noexcept { return ones == 1; }
};

struct short_table : regula::latin_square<3> {
  regula::board_set<9> const& boards() const {
    static auto const some = [] {
      regula::board_set<9> out;
      for (std::size_t i = 0; i < 11; ++i)
        out.push_back(regula::latin_square<3>{}.boards()[i]);
      return out;
    }();
    return some;
  }
};

TEST_CASE("laws: draws that do not follow the stated probability") {
  CHECK(breaks_only(regula::row_variable_k<1, 4, 1, 2>{}, {}));
  CHECK(breaks_only(wrong_probability{}, {"the stated probabilities sum to 1", "draws follow the stated probability"}));
}

TEST_CASE("laws: an automaton that accepts something else than what holds") {
  CHECK(breaks_only(wrong_automaton{}, {"the automaton accepts what holds"}));
}

TEST_CASE("laws: a table with a board too few") {
  CHECK(breaks_only(regula::latin_square<3>{}, {}));
  CHECK(breaks_only(short_table{}, {"the table lists the valid boards"}));
}

/// Says that each clause looks at the group before its own.
struct looks_elsewhere : regula::group_parity<6, 3> {
  static constexpr bool looks_at(std::size_t clause, std::size_t cell) noexcept { return cell / 3 + 1 == clause; }
};

TEST_CASE("laws: clauses that look where they do not say") {
  CHECK(breaks_only(regula::group_parity<6, 3>{}, {}));
  CHECK(breaks_only(looks_elsewhere{}, {"clauses look where they say: clause 0"}));
}

TEST_CASE("laws: no draws at all is no crash") { CHECK(regula::laws::rule(exact_k<6, 2>{}, {.draws = 0}).empty()); }

// Upper quantiles of chi-square from tables; the normal quantiles of 5 % and 0.1 % are 1.645 and 3.090.
TEST_CASE("laws: chi-square in standard errors agrees with tables") {
  using regula::laws::detail::chi_square_excess;
  CHECK(chi_square_excess(18.307, 10) == doctest::Approx(1.645).epsilon(0.01));
  CHECK(chi_square_excess(29.588, 10) == doctest::Approx(3.090).epsilon(0.01));
  CHECK(chi_square_excess(124.342, 100) == doctest::Approx(1.645).epsilon(0.01));
  CHECK(chi_square_excess(149.449, 100) == doctest::Approx(3.090).epsilon(0.01));
}

TEST_CASE("laws: enumeration visits every board once") {
  std::vector<std::vector<token>> boards;
  regula::laws::detail::for_each_board<3>(3, [&](cells<3> x) { boards.emplace_back(x.begin(), x.end()); });
  CHECK(boards.size() == 27);
  CHECK(std::ranges::is_sorted(boards));
  CHECK(std::ranges::adjacent_find(boards) == boards.end());
  CHECK(boards.back() == std::vector<token>{2, 2, 2});
}

}  // namespace
