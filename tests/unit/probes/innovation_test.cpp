// SPDX-License-Identifier: MIT
#include <regula/probes/innovation.hpp>
#include <regula/probes/memorization.hpp>
#include <regula/probes/rule_accuracy.hpp>

#include "support/golden_states.hpp"
#include "support/palindrome.hpp"
#include <boost/hana/accessors.hpp>
#include <boost/hana/size.hpp>
#include <doctest/doctest.h>

#include <array>
#include <cmath>

namespace {

using regula::innovation;
using regula::rate;
using regula::token;
using regula::test::golden_evaluation;

TEST_CASE("innovation: every stored evaluation") {
  regula::test::for_each_golden_evaluation([](auto const& stored) {
    INFO(regula::describe(stored.rule).text());
    auto const ours = innovation{}.measure(stored.view());
    CHECK(ours.novel.total == stored.expected.at("count"));
    CHECK(ours.novel.share() ==
          doctest::Approx(stored.expected.at("innovation").template get<double>()).epsilon(1e-14));
    auto const valid = regula::rule_accuracy{}.measure(stored.view()).valid.count;
    CHECK(ours.novel_of_valid == rate{ours.novel.count, valid});
    CHECK(ours.novel.count + regula::memorization{}.measure(stored.view()).copied.count == valid);
  });
}

TEST_CASE("innovation: its ceiling is what the training set leaves of the population") {
  golden_evaluation<regula::group_parity<12, 3>> e;
  e.train_on(regula::test::json::parse("[[1,1,1,1,1,1,1,1,1,1,1,1], [0,0,1,1,1,1,1,1,1,1,1,1]]"));
  CHECK(innovation{}.measure(e.view()).ceiling == 254.0 / 256);
  CHECK(std::isnan(innovation{}.measure(golden_evaluation<regula::test::palindrome<4>>{}.view()).ceiling));
}

TEST_CASE("innovation: a copy of a training board that breaks the rule is not subtracted from the valid ones") {
  golden_evaluation<regula::test::palindrome<4>> e;
  e.train_on(regula::test::json::parse("[[0,1,1,1]]"));
  e.samples.push_back(std::array<token, 4>{0, 1, 1, 1});
  e.samples.push_back(std::array<token, 4>{0, 1, 1, 0});
  e.samples.push_back(std::array<token, 4>{2, 1, 1, 2});  // outside the alphabet
  CHECK(innovation{}.measure(e.view()).novel == rate{1, 3});
  CHECK(innovation{}.measure(e.view()).novel_of_valid == rate{1, 1});
}

TEST_CASE("innovation: its result is reflected for records") {
  CHECK(decltype(boost::hana::size(boost::hana::accessors<innovation::result>()))::value == 3);
}

}  // namespace
