// SPDX-License-Identifier: MIT
#include <regula/random/stream.hpp>
#include <regula/rules/automaton.hpp>
#include <regula/rules/exact_k.hpp>
#include <regula/rules/group_parity.hpp>
#include <regula/rules/row_k.hpp>
#include <regula/rules/row_variable_k.hpp>
#include <regula/testing/laws.hpp>

#include "support/chi_square.hpp"
#include "support/no_three_equal.hpp"
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace {

using regula::automaton_rule;
using regula::no_token;
using regula::token;
using regula::test::no_three_equal;

// Counted at compile time.
static_assert(regula::count_boards(no_three_equal<10>{}) == 178);  // 2 F(11)
static_assert(regula::count_boards(regula::group_parity<12, 3>{}) == 256);
static_assert(regula::count_boards(regula::exact_k<12, 6>{}) == 924);
static_assert(regula::count_boards(regula::row_k<3, 4, 2>{}) == 216);
static_assert(!regula::count_boards(regula::group_parity<128, 4>{}).has_value());
static_assert(automaton_rule{no_three_equal<5>{}}.holds(std::array<token, 5>{0, 0, 1, 0, 0}));
static_assert(!automaton_rule{no_three_equal<5>{}}.holds(std::array<token, 5>{0, 0, 1, 1, 1}));

/// Accepts nothing.
struct nothing : no_three_equal<8> {
  static constexpr bool accepts(std::size_t) noexcept { return false; }
};

/// Two cells, symbol 1 three times as likely as symbol 0; with a member, so that its counts are not kept.
struct biased_bits {
  static constexpr std::size_t cell_count = 2, state_count = 1;
  static constexpr token alphabet = 2;
  double share                    = 0.75;

  static constexpr std::size_t start() noexcept { return 0; }
  static constexpr std::size_t step(std::size_t, std::size_t, token) noexcept { return 0; }
  static constexpr bool accepts(std::size_t) noexcept { return true; }
  constexpr double weight(std::size_t, std::size_t, token v) const noexcept { return v == 1 ? share : 1 - share; }
};

TEST_CASE("automaton_rule: a rule from four members keeps all laws") {
  CHECK(regula::laws::rule(automaton_rule{no_three_equal<10>{}}, {.draws = 20'000}).empty());
  CHECK(regula::laws::rule(automaton_rule{biased_bits{}}, {.draws = 20'000}).empty());
  CHECK(regula::laws::rule(automaton_rule{no_three_equal<100>{}}).empty());  // beyond 64 bits
}

TEST_CASE("automaton_rule: the population is a Fibonacci number") {
  std::uint64_t before = 1, fibonacci = 1;  // F(1), F(2)
  auto const next = [&] { before = std::exchange(fibonacci, before + fibonacci); };
  for (int i = 2; i < 25; ++i)
    next();
  CHECK(automaton_rule{no_three_equal<24>{}}.population().exact == 2 * fibonacci);
  for (int i = 25; i < 91; ++i)
    next();
  CHECK(automaton_rule{no_three_equal<90>{}}.population().exact == 2 * fibonacci);
  auto const beyond = automaton_rule{no_three_equal<2000>{}}.population();  // 2 F(2001) is near 2 phi^2001 / sqrt 5
  CHECK_FALSE(beyond.exact.has_value());
  CHECK(beyond.log2 == doctest::Approx(1 + 2001 * std::log2((1 + std::sqrt(5)) / 2) - std::log2(5) / 2).epsilon(1e-13));
}

TEST_CASE("draw_accepted: beyond 64 bits every symbol is drawn by its share") {
  // Half of all boards start with 0; of those whose first symbols are 0 1, F(D - 1) : F(D - 2) go on with 0 and 1 ...
  automaton_rule const rule{no_three_equal<120>{}};
  std::size_t const draws = 8000;
  std::vector<std::size_t> first(2);
  double pairs = 0;
  for (std::size_t i = 0; i < draws; ++i) {
    regula::stream rng{3, regula::purpose::test, 0, i};
    std::array<token, 120> x{};
    rule.draw(rng, x);
    ++first[x[0]];
    for (std::size_t c = 41; c < 80; ++c)
      pairs += x[c] == x[c - 1] ? 1 : 0;
  }
  CHECK(regula::test::excess_of(first) < 5);
  // In the middle a symbol repeats the one before with probability 1 / (1 + phi^2).
  double const repeats = 1 / (1 + std::pow((1 + std::sqrt(5)) / 2, 2)), n = static_cast<double>(draws * 39);
  CHECK(std::abs(pairs / n - repeats) < 4 * std::sqrt(repeats / n));
}

TEST_CASE("draw_accepted: an empty rule has nothing to draw, and says so") {
  automaton_rule const rule{nothing{}};
  CHECK(rule.population().exact == 0);
  CHECK(std::isinf(rule.population().log2));
  regula::stream rng{1, regula::purpose::test, 0, 0};
  std::array<token, 8> x{};
  CHECK_THROWS_WITH_AS(
      rule.draw(rng, x), doctest::Contains("expected a rule with at least one board"), regula::range_error);
}

TEST_CASE("count_completions: what the visible cells leave open") {
  regula::group_parity<6, 3> const rule;
  CHECK(regula::count_completions(rule, std::array<token, 6>{1, no_token, no_token, 0, 0, no_token}).exact == 2);
  CHECK(regula::count_completions(rule, std::array<token, 6>{1, 1, 0, no_token, no_token, no_token}).exact == 0);
  CHECK(regula::count_completions(rule, std::array<token, 6>{7, no_token, no_token, 0, 0, no_token}).exact == 0);
}

TEST_CASE("automata of the rules: as many boards as their closed forms say") {
  auto const check = [](auto const& rule) {
    auto const counted = regula::population_of(rule), stated = rule.population();
    CHECK(counted.exact == stated.exact);
    CHECK(counted.log2 == doctest::Approx(stated.log2).epsilon(1e-13));
  };
  check(regula::group_parity<36, 3>{});
  check(regula::group_parity<144, 12>{});
  check(regula::exact_k<36, 18>{});
  check(regula::exact_k<100, 50>{});
  check(regula::row_k<16, 8, 4>{});
}

TEST_CASE("probability_of: the product of the weights, 0 for a board that is not accepted") {
  regula::row_variable_k<1, 4, 1, 2> const rule;
  CHECK(regula::probability_of(rule, std::array<token, 4>{0, 1, 0, 0}) == doctest::Approx(1.0 / 8));
  CHECK(regula::probability_of(rule, std::array<token, 4>{0, 1, 0, 1}) == doctest::Approx(1.0 / 12));
  CHECK(regula::probability_of(rule, std::array<token, 4>{0, 1, 1, 1}) == 0);
}

}  // namespace
