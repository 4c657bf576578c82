// SPDX-License-Identifier: MIT
#include <regula/concepts/rule_refinements.hpp>

#include "support/palindrome.hpp"
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace {

using regula::extents;
using regula::population_size;
using regula::token;
using regula::test::palindrome;

/// Two families of clauses, a stated board and a second version.
struct rich_rule : palindrome<6> {
  static constexpr std::string_view name = "rich";
  static constexpr unsigned version      = 2;
  static constexpr extents board{3, 2};
  static constexpr std::array<regula::clause_family, 2> clause_families{{{"pairs", 3}, {"whole", 1}}};

  static constexpr std::array<regula::parameter, 2> parameters() { return {{{"cells", 6}, {"colours", 2}}}; }
  population_size population() const { return population_size::power(2, 3); }
  void judge(regula::cells<6> x, std::span<bool> verdicts) const noexcept {
    for (std::size_t i = 0; i < 3; ++i)
      verdicts[i] = x[i] == x[5 - i];
    verdicts[3] = holds(x);
  }
};

struct nameless_in_records : palindrome<4> {
  static constexpr std::string_view name = "bare";
  static constexpr std::array<regula::parameter, 0> parameters() { return {}; }
};

TEST_CASE("rule_refinements: what a rule states is recognised, what it leaves out is not asked for") {
  static_assert(regula::HasClauses<rich_rule> && regula::Counted<rich_rule> && regula::Described<rich_rule>);
  static_assert(!regula::HasClauses<palindrome<6>> && !regula::Counted<palindrome<6>>);
  static_assert(!regula::Described<palindrome<6>>);
  static_assert(regula::clause_count<rich_rule>() == 4);
}

TEST_CASE("population_size: exact to 64 bits, its logarithm beyond") {
  CHECK(population_size::of(576).exact == 576);
  CHECK(population_size::of(576).log2 == doctest::Approx(9.169925001442312).epsilon(1e-15));
  CHECK(population_size::of(0).log2 == -std::numeric_limits<double>::infinity());

  CHECK(population_size::power(2, 63).exact == std::uint64_t{1} << 63);
  CHECK_FALSE(population_size::power(2, 64).exact.has_value());
  CHECK(population_size::power(2, 64).log2 == 64);
  CHECK(population_size::power(15, 6).exact == 11390625);
  CHECK(population_size::power(70, 16).log2 == doctest::Approx(98.06852827111946).epsilon(1e-15));
  CHECK(population_size::power(3, 0).exact == 1);
  CHECK(population_size::power(1, 1000).exact == 1);
}

TEST_CASE("population_size: the share that n boards make up is never above 1") {
  CHECK(population_size::of(256).share_of(64) == 0.25);
  CHECK(population_size::of(256).share_of(512) == 1);
  CHECK(population_size::of(0).share_of(0) == 1);
  CHECK(population_size::power(2, 70).share_of(1024) == std::exp2(-60));
  CHECK(population_size{std::nullopt, 3.0}.share_of(100) == 1);
}

TEST_CASE("describe: name, parameters and version for the record") {
  auto const rich = regula::describe(rich_rule{});
  CHECK(rich.text() == "rich{cells 6, colours 2}");
  CHECK(rich.version == 2);
  REQUIRE(rich.parameters.size() == 2);
  CHECK(rich.parameters[1].value == 2);

  CHECK(regula::describe<nameless_in_records>().text() == "bare");
  auto const plain = regula::describe(palindrome<6>{});
  CHECK(plain.version == 1);
  CHECK(plain.parameters.empty());
  CHECK(plain.text().find("palindrome<6") != std::string::npos);  // the name of its type
}

TEST_CASE("board: the stated one, else the most square factorisation") {
  CHECK(regula::board_of<rich_rule>() == extents{3, 2});
  CHECK(regula::board_of<palindrome<36>>() == extents{6, 6});
  CHECK(regula::board_of<palindrome<24>>() == extents{4, 6});
  CHECK(regula::most_square(7) == extents{1, 7});
  CHECK(regula::most_square(1) == extents{1, 1});
  CHECK(regula::most_square(12).cells() == 12);
}

TEST_CASE("is_valid: all symbols in the alphabet, and the rule holds") {
  std::array<token, 6> board{1, 0, 1, 1, 0, 1};
  CHECK(regula::is_valid(palindrome<6>{}, board));
  board[0] = 0;
  CHECK(regula::in_alphabet<palindrome<6>>(board));
  CHECK_FALSE(regula::is_valid(palindrome<6>{}, board));
  for (token const outside : {token{2}, regula::no_token}) {
    board[0] = board[5] = outside;  // a palindrome all the same
    CHECK_FALSE(regula::in_alphabet<palindrome<6>>(board));
    CHECK_FALSE(regula::is_valid(palindrome<6>{}, board));
  }
}

}  // namespace
