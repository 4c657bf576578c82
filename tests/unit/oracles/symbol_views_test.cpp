// SPDX-License-Identifier: MIT
#include <regula/oracles/empirical.hpp>
#include <regula/oracles/independent.hpp>
#include <regula/oracles/population.hpp>
#include <regula/oracles/symbol_views.hpp>
#include <regula/rules/all.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace {

using namespace regula;
using doctest::Approx;

constexpr double never = -std::numeric_limits<double>::infinity();

/// Two boards of two cells with three symbols: (0, 1) and (2, 1).
empirical<2, 3> two_boards() {
  board_set<2> boards;
  boards.push_back(std::array<token, 2>{0, 1});
  boards.push_back(std::array<token, 2>{2, 1});
  return empirical<2, 3>{boards};
}

TEST_CASE("the next token: frequencies among boards with this prefix; start never; all alike where no board fits") {
  oracle_causal_view const view{two_boards()};
  CHECK(view.columns() == 4);
  std::vector<double> out(8);
  view.log_probabilities(std::array<token, 2>{2, 0}, out);
  CHECK(out[0] == Approx(std::log(0.5)));
  CHECK(out[1] == never);
  CHECK(out[2] == Approx(std::log(0.5)));
  CHECK(out[3] == never);
  CHECK(out[4] == never);
  CHECK(out[5] == 0);
  auto session = view.begin(1);
  std::vector<double> next(4);
  session.next({}, next);
  CHECK(next[2] == Approx(std::log(0.5)));
  session.next(std::array<token, 1>{1}, next);  // no board starts so
  CHECK(next[0] == Approx(std::log(1.0 / 3)));
  CHECK(next[3] == never);
  session = view.begin(1);
  session.next({}, next);
  session.next(std::array<token, 1>{3}, next);  // a drawn start
  CHECK(next[1] == Approx(std::log(1.0 / 3)));
}

TEST_CASE("hidden cells: a visible one is certain, others follow from the boards that fit") {
  oracle_masked_view const view{two_boards()};
  std::vector<double> out(18);
  view(std::array<token, 6>{no_token, 1, 0, no_token, 1, 1}, out);
  CHECK(out[0] == Approx(std::log(0.5)));
  CHECK(out[1] == never);
  CHECK(out[4] == 0);
  CHECK(out[6] == 0);
  CHECK(out[10] == 0);
  CHECK(out[12] == Approx(std::log(1.0 / 3)));  // no board has (1, 1)
}

TEST_CASE("redrawn cells: what the other cells say, by Bayes' formula") {
  oracle_redrawn_view const view{two_boards()};
  double const alpha = 0.6, kept = alpha + (1 - alpha) / 3, other = (1 - alpha) / 3;
  std::vector<double> out(6);
  view(std::array<token, 2>{0, 0}, -std::log(alpha), out);
  CHECK(out[0] == Approx(std::log(0.5)));  // cell 1 is 1 in both boards and says nothing of cell 0
  CHECK(out[4] == 0);
  // three boards, so that cell 1 does say something of cell 0
  board_set<2> boards;
  for (auto const b : {std::array<token, 2>{0, 1}, std::array<token, 2>{2, 1}, std::array<token, 2>{1, 0}})
    boards.push_back(b);
  oracle_redrawn_view const three{empirical<2, 3>{boards}};
  three(std::array<token, 2>{0, 0}, -std::log(alpha), out);
  double const sum = kept + 2 * other;
  CHECK(out[1] == Approx(std::log(kept / sum)));
  CHECK(out[0] == Approx(std::log(other / sum)));
}

TEST_CASE("the independent oracle knows marginals only, in every setting") {
  independent<2, 3> const oracle{marginals_of(two_boards())};
  std::vector<double> next(8), masked(6), redrawn(6);
  oracle_causal_view{oracle}.log_probabilities(std::array<token, 2>{1, 1}, next);
  oracle_masked_view{oracle}(std::array<token, 2>{no_token, no_token}, masked);
  oracle_redrawn_view{oracle}(std::array<token, 2>{1, 0}, 0.3, redrawn);
  for (auto const* const table : {&masked, &redrawn}) {
    CHECK((*table)[0] == Approx(std::log(0.5)));
    CHECK((*table)[1] == never);
    CHECK((*table)[4] == Approx(0.0));
  }
  CHECK(next[2] == Approx(std::log(0.5)));
  CHECK(next[5] == Approx(0.0));
}

TEST_CASE("sizes and symbols that do not fit are refused") {
  oracle_masked_view const view{two_boards()};
  std::vector<double> out(6);
  CHECK_THROWS_WITH_AS(view(std::array<token, 3>{0, 1, 0}, out),
                       "oracle: expected boards of 2 cells and room for 3 numbers a cell, got 3 and 6",
                       shape_error);
  CHECK_THROWS_AS(view(std::array<token, 2>{0, 5}, out), range_error);
}

}  // namespace
