// SPDX-License-Identifier: MIT
#include <regula/data/board_index.hpp>
#include <regula/random/stream.hpp>
#include <regula/rules/isotopy_latin_square.hpp>
#include <regula/rules/isotopy_sudoku.hpp>

#include "support/golden_rules.hpp"
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <string>

namespace {

using regula::isotopy_sudoku;
using regula::token;

TEST_CASE("isotopy_sudoku: reaches the boards of order 4 that it states, and no other") {
  isotopy_sudoku<4, 2, 2> const rule;
  regula::board_index<16> seen;
  for (std::uint64_t i = 0; i < 4000; ++i) {
    std::array<token, 16> x;
    regula::stream rng{17, regula::purpose::test, 0, i};
    rule.draw(rng, x);
    REQUIRE(rule.probability(x) == doctest::Approx(1.0 / 192));
    seen.insert(x);
  }
  CHECK(seen.distinct() == 192);
  double sum = 0;
  for (auto const board : regula::sudoku<4, 2, 2>{}.boards())
    sum += rule.probability(board);
  CHECK(sum == doctest::Approx(1).epsilon(1e-12));
}

// `acceptance`: the share of the isotopes of the cyclic square that fit the boxes.
TEST_CASE("isotopy_sudoku: the population of the reference") {
  auto const check = [](auto const& rule, auto const& uniform_rule, auto const& squares) {
    auto const& entry    = regula::test::golden_rule(uniform_rule).at("isotopy_sampler");
    auto const reachable = rule.population();
    auto const share_of  = [&](auto const& larger) { return std::exp2(reachable.log2 - larger.population().log2); };
    auto const golden    = [&](char const* key) {
      return doctest::Approx(entry.at(key).at("value").template get<double>()).epsilon(1e-10);
    };
    CHECK(std::to_string(reachable.exact.value()) == entry.at("support").template get<std::string>());
    CHECK(reachable.log2 == doctest::Approx(entry.at("log2_support").template get<double>()).epsilon(1e-13));
    CHECK(share_of(uniform_rule) == golden("share_of_population"));
    CHECK(share_of(squares) == golden("acceptance"));
  };
  check(isotopy_sudoku<4, 2, 2>{}, regula::sudoku<4, 2, 2>{}, regula::isotopy_latin_square<4>{});
  check(isotopy_sudoku<6, 2, 3>{}, regula::sudoku<6, 2, 3>{}, regula::isotopy_latin_square<6>{});
}

}  // namespace
