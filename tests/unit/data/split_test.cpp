// SPDX-License-Identifier: MIT
#include <regula/data/split.hpp>
#include <regula/rules/exact_k.hpp>
#include <regula/rules/group_parity.hpp>

#include "support/chi_square.hpp"
#include "support/palindrome.hpp"
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

using regula::board_set;
using regula::draw_split;
using regula::purpose;
using regula::range_error;
using regula::stream;
using regula::token;
using regula::test::palindrome;

template <std::size_t D>
std::set<std::vector<token>> distinct(board_set<D> const& boards) {
  std::set<std::vector<token>> out;
  for (auto const x : boards)
    out.emplace(x.begin(), x.end());
  return out;
}

/// The text of the range_error that a call throws.
std::string complaint(auto const& call) {
  try {
    call();
  } catch (range_error const& e) {
    return e.what();
  }
  return "nothing was thrown";
}

bool mentions(std::string const& text, std::vector<std::string_view> const& words) {
  return std::ranges::all_of(words, [&](auto word) { return text.find(word) != std::string::npos; });
}

/// States a population of 16 but draws one of its boards only, and may state that it has none.
struct narrow : regula::exact_k<4, 2> {
  std::uint64_t stated = 16;
  void draw(auto&, regula::cells_out<4> x) const {
    for (std::size_t i = 0; i < 4; ++i)
      x[i] = i < 2;
  }
  regula::population_size population() const { return regula::population_size::of(stated); }
};

/// Draws a board with three symbols 1 now and then.
struct leaking : regula::exact_k<8, 2> {
  void draw(auto& rng, regula::cells_out<8> x) const {
    regula::exact_k<8, 2>::draw(rng, x);
    if (regula::pick(rng, 4U) == 0) x[0] = x[1] = x[2] = 1;
  }
};

/// Forgets the last cell.
struct forgetful : palindrome<4> {
  bool holds(regula::cells<4>) const noexcept { return true; }
  void draw(auto&, regula::cells_out<4> x) const { x[0] = x[1] = x[2] = 0; }
};

TEST_CASE("draw_split: three sets, distinct, disjoint and valid") {
  regula::group_parity<12, 3> const rule;
  auto const data = draw_split(rule, {.train = 100, .held_out = 50, .control = 40}, 7);
  CHECK(data.training.size() == 100);
  CHECK(data.held_out.size() == 50);
  CHECK(data.control.size() == 40);
  CHECK(distinct(data.training).size() == 100);
  CHECK(distinct(data.held_out).size() == 50);
  for (auto const x : data.training)
    CHECK(regula::is_valid(rule, x));
  for (auto const x : data.held_out) {
    CHECK(regula::is_valid(rule, x));
    CHECK_FALSE(data.index_of_training.contains(x));
  }
  for (std::size_t i = 0; i < 100; ++i)
    CHECK(data.index_of_training.find(data.training[i]) == i);
}

TEST_CASE("draw_split: boards are the first different candidates of their stream families") {
  regula::exact_k<5, 2> const rule;  // ten boards, so that candidates repeat soon
  auto const data = draw_split(rule, {.train = 6, .held_out = 3}, 3);
  std::set<std::vector<token>> seen;
  auto const first_unseen = [&](purpose use, std::size_t count) {
    board_set<5> boards;
    for (std::uint64_t a = 0; boards.size() < count; ++a) {
      stream rng{3, use, 0, a};
      std::array<token, 5> x;
      rule.draw(rng, x);
      if (seen.emplace(x.begin(), x.end()).second) boards.push_back(x);
    }
    return boards;
  };
  CHECK(data.training == first_unseen(purpose::training_set, 6));
  CHECK(data.held_out == first_unseen(purpose::held_out_set, 3));
  CHECK(data.control.empty());
}

TEST_CASE("draw_split: a function of the seed; a larger training set begins with the smaller one") {
  regula::group_parity<36, 3> const rule;
  auto const data = draw_split(rule, {64, 32, 16}, 7);
  CHECK(draw_split(rule, {64, 32, 16}, 7).training == data.training);
  CHECK(draw_split(rule, {64, 32, 16}, 8).training != data.training);
  CHECK(draw_split(rule, {64}, 7).training == data.training);
  auto const larger = draw_split(rule, {65, 32, 16}, 7);
  CHECK(std::ranges::equal(larger.training.tokens().first(64 * 36), data.training.tokens()));
  CHECK(larger.control == data.control);
  CHECK(distinct(data.training) != distinct(data.held_out));
}

TEST_CASE("draw_split: the whole population, and what it leaves to be held out") {
  regula::group_parity<12, 3> const rule;
  auto const whole = draw_split(rule, {.train = 256, .held_out = 100}, 1);
  CHECK(distinct(whole.training).size() == 256);
  CHECK(whole.held_out.empty());
  auto const nearly = draw_split(rule, {.train = 250, .held_out = 100}, 1);
  CHECK(nearly.held_out.size() == 6);
  CHECK(distinct(nearly.held_out).size() == 6);
}

TEST_CASE("draw_split: more than the population is refused with both numbers and the rule") {
  auto const text = complaint([] { (void)draw_split(regula::group_parity<12, 3>{}, {.train = 257}, 1); });
  CHECK(mentions(text, {"draw_split", "257", "256", "group_parity{cells 12, group 3}"}));
}

TEST_CASE("draw_split: an empty population is refused, even for an empty training set") {
  narrow rule;
  rule.stated = 0;
  CHECK(mentions(complaint([&] { (void)draw_split(rule, {.train = 1}, 1); }), {"exact_k{cells 4, k 2}", "has none"}));
  CHECK(mentions(complaint([&] { (void)draw_split(rule, {.train = 0}, 1); }), {"has none"}));
}

TEST_CASE("draw_split: a rule of unknown population gives all it has, then says how many that were") {
  auto const whole = draw_split(palindrome<12>{}, {.train = 64, .held_out = 10}, 1);
  CHECK(distinct(whole.training).size() == 64);
  CHECK(whole.held_out.empty());
  auto const most = draw_split(palindrome<12>{}, {.train = 60, .held_out = 10}, 1);
  CHECK(most.held_out.size() == 4);
  auto const text = complaint([] { (void)draw_split(palindrome<12>{}, {.train = 65}, 1); });
  CHECK(mentions(text, {"draw_split", "65", "only 64", "palindrome<12", std::to_string(256 * (64 + 16))}));
}

TEST_CASE("draw_split: a population that the draws do not reach ends in an error, not in an endless loop") {
  CHECK(mentions(complaint([] { (void)draw_split(narrow{}, {.train = 2}, 1); }), {"only 1 of exact_k{cells 4, k 2}"}));
}

TEST_CASE("draw_split: a draw that does not hold is refused with the name of the rule") {
  CHECK(mentions(complaint([] { (void)draw_split(leaking{}, {.train = 20}, 1); }),
                 {"draw_split", "exact_k{cells 8, k 2}", "does not hold"}));
  CHECK(mentions(complaint([] { (void)draw_split(forgetful{}, {.train = 1}, 1); }), {"forgetful", "does not hold"}));
}

TEST_CASE("draw_control: uniform over all boards, board i from its own stream") {
  auto const control = regula::draw_control<regula::exact_k<4, 2>>(16'000, 5);
  std::vector<std::size_t> counts(16);
  for (auto const x : control)
    ++counts[x[0] + 2U * x[1] + 4U * x[2] + 8U * x[3]];
  CHECK(regula::test::excess_of(counts) < 5);

  auto const symbols = regula::draw_control<palindrome<2, 5>>(10'000, 5);
  std::vector<std::size_t> pairs(25);
  for (auto const x : symbols)
    ++pairs[x[0] + 5U * x[1]];
  CHECK(regula::test::excess_of(pairs) < 5);

  stream rng{5, purpose::control_set, 0, 9};
  CHECK(symbols[9][0] == regula::pick(rng, token{5}));
}

}  // namespace
