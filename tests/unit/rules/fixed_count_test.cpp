// SPDX-License-Identifier: MIT
#include <regula/random/stream.hpp>
#include <regula/rules/fixed_count.hpp>

#include "support/chi_square.hpp"
#include <doctest/doctest.h>

#include <array>
#include <map>
#include <span>
#include <vector>

namespace {

using regula::token;

TEST_CASE("has_count: exactly k ones, all others zeros") {
  std::array<token, 5> const run{1, 0, 1, 0, 0};
  for (std::size_t k = 0; k <= 5; ++k)
    CHECK(regula::has_count(run, k) == (k == 2));
  CHECK_FALSE(regula::has_count(std::array<token, 5>{1, 0, 1, 0, 2}, 2));
  CHECK_FALSE(regula::has_count(std::array<token, 5>{1, 0, 1, 0, regula::no_token}, 2));
  CHECK(regula::has_count(std::span<token const>{}, 0));
}

TEST_CASE("draw_count: every arrangement equally likely") {
  regula::stream rng{3, regula::purpose::test, 0, 0};
  std::map<std::vector<token>, std::size_t> seen;
  for (int i = 0; i < 20'000; ++i) {
    std::vector<token> run(6, regula::no_token);
    regula::draw_count(rng, std::span<token>{run}, 2);
    REQUIRE(regula::has_count(run, 2));
    ++seen[run];
  }
  std::vector<std::size_t> counts;
  for (auto const& [run, n] : seen)
    counts.push_back(n);
  CHECK(counts.size() == 15);
  CHECK(regula::test::excess_of(counts) < 5);
}

TEST_CASE("draw_count: none, all, and an empty run") {
  regula::stream rng{3, regula::purpose::test, 0, 1};
  std::vector<token> run(4, regula::no_token);
  regula::draw_count(rng, std::span<token>{run}, 0);
  CHECK(run == std::vector<token>(4, 0));
  regula::draw_count(rng, std::span<token>{run}, 4);
  CHECK(run == std::vector<token>(4, 1));
  regula::draw_count(rng, std::span<token>{}, 0);
}

TEST_CASE("count_ones: of two symbols only") {
  CHECK(regula::count_ones(std::array<regula::token, 4>{1, 0, 1, 1}) == 3);
  CHECK(regula::count_ones(std::array<regula::token, 3>{0, 0, 0}) == 0);
  CHECK(regula::count_ones(std::array<regula::token, 3>{1, 2, 0}) == regula::not_counted);
  CHECK(regula::count_ones(std::array<regula::token, 3>{1, regula::no_token, 0}) == regula::not_counted);
}

}  // namespace
