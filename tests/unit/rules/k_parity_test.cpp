// SPDX-License-Identifier: MIT
#include <regula/random/stream.hpp>
#include <regula/rules/k_parity.hpp>

#include "support/chi_square.hpp"
#include "support/golden_rules.hpp"
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <vector>

namespace {

using regula::k_parity;
using regula::token;

TEST_CASE("k_parity: every reference rule") {
  regula::test::check_golden_rules("k_parity",
                                   k_parity<4, 2>{{0, 2}},
                                   k_parity<8, 3>{{1, 4, 6}},
                                   k_parity<11, 5>{{0, 1, 2, 3, 10}},
                                   k_parity<20, 6>{{18, 1, 4, 7, 11, 12}},  // any order
                                   k_parity<20, 1>{{13}});
}

TEST_CASE("k_parity: the label is the product of the secret cells, the others do not matter") {
  k_parity<4, 2> const rule{{0, 2}};
  CHECK(rule.holds(std::array<token, 5>{0, 1, 0, 1, 1}));
  CHECK(rule.holds(std::array<token, 5>{0, 0, 0, 0, 1}));
  CHECK(rule.holds(std::array<token, 5>{0, 0, 1, 0, 0}));
  CHECK_FALSE(rule.holds(std::array<token, 5>{0, 0, 1, 0, 1}));
  CHECK_FALSE(rule.holds(std::array<token, 5>{0, 2, 1, 0, 0}));  // a symbol outside the alphabet in a free cell
}

TEST_CASE("k_parity: a secret drawn from a seed is recorded with it, and always the same") {
  auto const rule = k_parity<20, 6>::drawn_from(7);
  CHECK(rule.secret() == k_parity<20, 6>::drawn_from(7).secret());
  CHECK(rule.secret() != k_parity<20, 6>::drawn_from(8).secret());
  auto const text = regula::describe(rule).text();
  CHECK(text.starts_with("k_parity{bits 20, k 6, secret "));
  CHECK(text.ends_with(", secret_seed 7}"));
  CHECK(regula::describe(k_parity<4, 2>{{2, 0}}).text() == "k_parity{bits 4, k 2, secret 0 2}");
}

TEST_CASE("k_parity: drawn secrets are uniform") {
  std::vector<std::size_t> counts(10);
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    auto const s = k_parity<5, 2>::drawn_from(seed).secret();
    ++counts[s[0] == 0 ? s[1] - 1 : s[0] == 1 ? 2 + s[1] : s[0] == 2 ? 4 + s[1] : 9];
  }
  CHECK(regula::test::excess_of(counts) < 5);
}

TEST_CASE("k_parity: a secret that is none is refused") {
  CHECK_THROWS_WITH_AS((k_parity<4, 2>{{1, 1}}), doctest::Contains("2 different cells below 4"), regula::range_error);
  CHECK_THROWS_WITH_AS((k_parity<4, 2>{{1, 4}}), doctest::Contains("got one with largest cell 4"), regula::range_error);
}

}  // namespace
