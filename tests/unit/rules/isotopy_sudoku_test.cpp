// SPDX-License-Identifier: MIT
#include <regula/data/board_index.hpp>
#include <regula/random/stream.hpp>
#include <regula/rules/isotopy_sudoku.hpp>

#include "support/golden_rules.hpp"
#include <doctest/doctest.h>

#include <array>
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

TEST_CASE("isotopy_sudoku: the population of the reference") {
  auto const& entry = regula::test::golden_rule(regula::sudoku<6, 2, 3>{});
  isotopy_sudoku<6, 2, 3> const rule;
  CHECK(std::to_string(rule.population().exact.value()) ==
        entry.at("isotopy_sampler").at("support").get<std::string>());
  // Of the isotopes of the cyclic square, 3 in 50 fit the boxes.
  CHECK(rule.population().share_of(1) * 3 / 50 ==
        doctest::Approx(regula::isotopy_latin_square<6>{}.population().share_of(1)).epsilon(1e-13));
}

}  // namespace
