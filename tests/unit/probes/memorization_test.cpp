// SPDX-License-Identifier: MIT
#include <regula/probes/memorization.hpp>

#include "support/golden_states.hpp"
#include "support/palindrome.hpp"
#include <boost/hana/accessors.hpp>
#include <boost/hana/size.hpp>
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace {

using regula::memorization;
using regula::no_token;
using regula::rate;
using regula::token;
using regula::test::golden_evaluation;

TEST_CASE("memorization: every stored evaluation") {
  regula::test::for_each_golden_evaluation([](auto const& stored) {
    INFO(regula::describe(stored.rule).text());
    auto const ours      = memorization{}.measure(stored.view());
    auto const& expected = stored.expected;
    CHECK(ours.copied.total == expected.at("count"));
    CHECK(ours.copied.share() == expected.at("memorization").template get<double>());
    auto const valid = expected.at("valid").template get<std::vector<bool>>();
    CHECK(ours.copied_of_valid.total == static_cast<std::size_t>(std::ranges::count(valid, true)));
    CHECK(ours.copied_of_valid.count == ours.copied.count);  // training boards are valid, so every copy is
  });
}

TEST_CASE("memorization: chance is the share of the population that the training set makes up") {
  golden_evaluation<regula::group_parity<12, 3>> e;
  e.train_on(regula::test::json::parse("[[1,1,1,1,1,1,1,1,1,1,1,1], [0,0,1,1,1,1,1,1,1,1,1,1]]"));
  CHECK(memorization{}.measure(e.view()).chance == 2.0 / 256);
}

TEST_CASE("memorization: without a population there is no chance to compare with") {
  golden_evaluation<regula::test::palindrome<4>> e;
  CHECK(std::isnan(memorization{}.measure(e.view()).chance));
  CHECK(memorization{}.measure(e.view()).copied == rate{0, 0});
}

TEST_CASE("memorization: a sample with an undecodable cell is no copy, whatever the training set holds") {
  golden_evaluation<regula::test::palindrome<4>> e;
  e.train_on(regula::test::json::parse("[[1,0,0,1], [-1,0,0,-1], [0,1,1,1]]"));
  e.samples.push_back(std::array<token, 4>{1, 0, 0, 1});
  e.samples.push_back(std::array<token, 4>{no_token, 0, 0, no_token});
  e.samples.push_back(std::array<token, 4>{0, 1, 1, 1});  // a copy of a board that breaks the rule
  e.samples.push_back(std::array<token, 4>{0, 0, 0, 0});
  auto const ours = memorization{}.measure(e.view());
  CHECK(ours.copied == rate{2, 4});
  CHECK(ours.copied_of_valid == rate{1, 2});
}

TEST_CASE("memorization: above chance, by hand") {
  golden_evaluation<regula::group_parity<6, 3>> e;  // 16 boards
  e.train_on(regula::test::json::parse("[[1,1,1, 0,0,1]]"));
  e.samples.push_back(std::array<token, 6>{1, 1, 1, 0, 0, 1});
  for (int i = 0; i < 3; ++i)
    e.samples.push_back(std::array<token, 6>{0, 0, 1, 1, 1, 1});
  auto const ours = memorization{}.measure(e.view());
  CHECK(ours.chance == 1.0 / 16);
  CHECK(ours.above_chance == doctest::Approx((0.25 - 1.0 / 16) / (15.0 / 16)));
}

TEST_CASE("memorization: its result is reflected for records") {
  CHECK(decltype(boost::hana::size(boost::hana::accessors<memorization::result>()))::value == 4);
}

}  // namespace
