// SPDX-License-Identifier: MIT
#include <regula/data/board_index.hpp>
#include <regula/random/stream.hpp>
#include <regula/rules/isotopy_latin_square.hpp>
#include <regula/rules/latin_square.hpp>
#include <regula/testing/laws.hpp>

#include "support/chi_square.hpp"
#include "support/golden_rules.hpp"
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace {

using regula::latin_square;
using regula::token;

template <regula::Rule R>
std::array<token, R::cell_count> drawn(R const& rule, std::uint64_t i) {
  std::array<token, R::cell_count> x;
  x.fill(regula::no_token);
  regula::stream rng{11, regula::purpose::test, 0, i};
  rule.draw(rng, x);
  return x;
}

TEST_CASE("latin_square: every reference rule") {
  regula::test::check_golden_rules(
      "latin_square", latin_square<4>{}, latin_square<5>{}, latin_square<6>{}, latin_square<7>{});
}

TEST_CASE("latin_square: reduced squares, from the literature") {
  CHECK(regula::detail::table_of_reduced_squares<2>().size() == 1);
  CHECK(regula::detail::table_of_reduced_squares<3>().size() == 1);
  CHECK(regula::detail::table_of_reduced_squares<4>().size() == 4);
  CHECK(regula::detail::table_of_reduced_squares<5>().size() == 56);
  CHECK(regula::detail::table_of_reduced_squares<6>().size() == 9408);
}

TEST_CASE("latin_square: the table of all squares of order 4, and of 5") {
  CHECK(regula::laws::rule(latin_square<4>{}).empty());
  CHECK(regula::board_index<25>{latin_square<5>{}.boards()}.distinct() == 161'280);
}

TEST_CASE("latin_square: order 4 is drawn uniformly") {
  regula::board_index<16> const all{latin_square<4>{}.boards()};
  std::vector<std::size_t> counts(576);
  for (std::uint64_t i = 0; i < 40'000; ++i)
    ++counts[all.find(drawn(latin_square<4>{}, i)).value()];
  CHECK(regula::test::excess_of(counts) < 5);
}

// Uniform squares of order 5 are isotopes of the cyclic square with probability 3/28, of order 6 with 5/784; and of
// order 7, whose draws are approximate, with 1/141,184 (tests/golden/rules.json).
TEST_CASE("latin_square: uniform draws reach the isotopes of the cyclic square as often as they should") {
  auto const share = [](auto const& rule, auto const& isotopes, std::size_t draws) {
    std::size_t n = 0;
    for (std::uint64_t i = 0; i < draws; ++i)
      n += isotopes.is_isotope_of_cyclic(drawn(rule, i)) ? 1 : 0;
    return static_cast<double>(n) / static_cast<double>(draws);
  };
  double const fifth = 3.0 / 28, sixth = 5.0 / 784;
  CHECK(std::abs(share(latin_square<5>{}, regula::isotopy_latin_square<5>{}, 20'000) - fifth) <
        4 * std::sqrt(fifth / 20'000));
  CHECK(std::abs(share(latin_square<6>{}, regula::isotopy_latin_square<6>{}, 20'000) - sixth) <
        4 * std::sqrt(sixth / 20'000));
  CHECK(share(latin_square<7>{}, regula::isotopy_latin_square<7>{}, 1000) < 0.005);
}

TEST_CASE("latin_square: moves reach all squares of order 4 alike") {
  regula::board_index<16> const all{latin_square<4>{}.boards()};
  std::vector<std::size_t> counts(576);
  std::array<token, 16> x;
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    regula::stream rng{12, regula::purpose::test, 0, i};
    regula::detail::draw_by_moves<4>(rng, x);
    ++counts[all.find(x).value()];
  }
  CHECK(regula::test::excess_of(counts) < 5);
}

TEST_CASE("latin_square: large orders are squares, and a symbol is anywhere alike") {
  std::vector<std::size_t> counts(9);
  for (std::uint64_t i = 0; i < 1000; ++i) {
    auto const x = drawn(latin_square<9>{}, i);
    REQUIRE(latin_square<9>{}.holds(x));
    ++counts[x[40]];
  }
  CHECK(regula::test::excess_of(counts) < 5);
  CHECK(latin_square<16>{}.holds(drawn(latin_square<16>{}, 0)));
}

}  // namespace
