// SPDX-License-Identifier: MIT
#include <regula/data/board_index.hpp>
#include <regula/random/stream.hpp>
#include <regula/rules/isotopy_latin_square.hpp>
#include <regula/testing/laws.hpp>

#include "support/chi_square.hpp"
#include "support/golden_rules.hpp"
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using regula::isotopy_latin_square;
using regula::token;

TEST_CASE("isotopy_latin_square: reaches 432 squares of order 4, all alike") {
  regula::board_index<16> seen;
  std::vector<std::size_t> counts;
  for (std::uint64_t i = 0; i < 40'000; ++i) {
    std::array<token, 16> x;
    regula::stream rng{13, regula::purpose::test, 0, i};
    isotopy_latin_square<4>{}.draw(rng, x);
    auto const place = seen.find(x);
    if (place) {
      ++counts[*place];
    } else {
      seen.insert(x);
      counts.push_back(1);
    }
  }
  CHECK(counts.size() == 432);
  CHECK(regula::test::excess_of(counts) < 5);
}

TEST_CASE("isotopy_latin_square: exactly 432 of 576 and 17,280 of 161,280 squares are isotopes of the cyclic one") {
  auto const count = [](auto const& all, auto const& rule) {
    std::size_t n = 0;
    for (auto const board : all)
      n += rule.is_isotope_of_cyclic(board) ? 1 : 0;
    return n;
  };
  CHECK(count(regula::latin_square<4>{}.boards(), isotopy_latin_square<4>{}) == 432);
  CHECK(count(regula::latin_square<5>{}.boards(), isotopy_latin_square<5>{}) == 17'280);
}

TEST_CASE("isotopy_latin_square: states what it reaches, as the reference does") {
  auto const check = [](auto const& rule, auto const& uniform_rule) {
    auto const& entry    = regula::test::golden_rule(uniform_rule).at("isotopy_sampler");
    auto const reachable = rule.population();
    CHECK(std::to_string(reachable.exact.value()) == entry.at("support").template get<std::string>());
    CHECK(reachable.log2 == doctest::Approx(entry.at("log2_support").template get<double>()).epsilon(1e-13));
    CHECK(entry.at("uniform_on_support") == true);
    double const share = entry.at("share_of_population").at("value");
    CHECK(std::exp2(reachable.log2 - uniform_rule.population().log2) == doctest::Approx(share).epsilon(1e-10));
  };
  check(isotopy_latin_square<4>{}, regula::latin_square<4>{});
  check(isotopy_latin_square<5>{}, regula::latin_square<5>{});
  check(isotopy_latin_square<6>{}, regula::latin_square<6>{});
  check(isotopy_latin_square<7>{}, regula::latin_square<7>{});
  CHECK(isotopy_latin_square<9>{}.population().log2 ==  // (9!)^3 / (81 * 6)
        doctest::Approx(3 * std::log2(362880.0) - std::log2(486.0)).epsilon(1e-13));
}

TEST_CASE("isotopy_latin_square: the class of the reference's examples") {
  auto const check = [](auto const& rule, auto const& uniform_rule) {
    std::size_t seen = 0;
    for (auto const& example : regula::test::golden_rule(uniform_rule).at("examples")) {
      if (!example.contains("in_cyclic_class")) continue;
      auto const board = regula::test::board_from<std::remove_cvref_t<decltype(rule)>::cell_count>(example.at("board"));
      bool const in_class = example.at("in_cyclic_class").template get<bool>();
      CHECK(rule.is_isotope_of_cyclic(board) == in_class);
      CHECK(rule.probability(board) ==
            doctest::Approx(in_class ? 1 / static_cast<double>(*rule.population().exact) : 0).epsilon(1e-13));
      ++seen;
    }
    CHECK(seen > 0);
  };
  check(isotopy_latin_square<4>{}, regula::latin_square<4>{});
  check(isotopy_latin_square<5>{}, regula::latin_square<5>{});
  check(isotopy_latin_square<6>{}, regula::latin_square<6>{});
}

TEST_CASE("isotopy_latin_square: every draw is in the class it states") {
  for (std::uint64_t i = 0; i < 500; ++i) {
    std::array<token, 36> x;
    regula::stream rng{14, regula::purpose::test, 0, i};
    isotopy_latin_square<6>{}.draw(rng, x);
    REQUIRE(isotopy_latin_square<6>{}.is_isotope_of_cyclic(x));
  }
  CHECK(regula::describe(isotopy_latin_square<6>{}).text() == "isotopy_latin_square{order 6}");
}

}  // namespace
