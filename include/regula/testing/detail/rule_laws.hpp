// SPDX-License-Identifier: MIT
/// @file
/// One function a law of the Rule concept: each gives the sentence of a counterexample, or nothing.
#pragma once

#include <regula/concepts/exact_rule.hpp>
#include <regula/concepts/rule.hpp>
#include <regula/concepts/rule_refinements.hpp>
#include <regula/data/board_index.hpp>
#include <regula/data/board_set.hpp>
#include <regula/random/draws.hpp>
#include <regula/random/stream.hpp>
#include <regula/rules/automaton.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace regula::laws::detail {

/// The boards of V^D if there are at most this many of them are enumerated.
inline constexpr std::uint64_t enumeration_limit = std::uint64_t{1} << 20;

/// Calls `visit` with all V^D boards, the last cell changing first.
template <std::size_t D>
void for_each_board(token alphabet, auto const& visit) {
  std::array<token, D> board{};
  for (;;) {
    visit(cells<D>{board});
    std::size_t cell = D;
    while (cell > 0 && board[cell - 1] + 1 == alphabet)
      board[--cell] = 0;
    if (cell == 0) return;
    ++board[cell - 1];
  }
}

/// By how many standard errors a chi-square statistic lies above its mean (Wilson and Hilferty 1931).
inline double chi_square_excess(double statistic, double degrees) {
  double const width = 2 / (9 * degrees);
  return (std::cbrt(statistic / degrees) - (1 - width)) / std::sqrt(width);
}

/// A rule with boards to examine it on: its draws, their neighbours, uniform boards and, if few, all valid boards.
template <Rule R>
class rule_examiner {
 public:
  static constexpr std::size_t D = R::cell_count;
  using finding                  = std::optional<std::string>;

  rule_examiner(R const& rule, std::size_t draws, std::uint64_t seed) : rule_{rule}, seed_{seed} {
    drawn_.reserve(draws);
    for (std::size_t i = 0; i < draws; ++i) {
      auto const board = draw_from(rule_, i);
      drawn_.push_back(board);
      boards_.push_back(board);
      stream rng{seed_, purpose::test, 1, i};
      boards_.push_back(with_symbol(board, pick(rng, D), pick(rng, token{R::alphabet})));
      std::array<token, D> uniform_board;
      for (token& cell : uniform_board)
        cell = pick(rng, token{R::alphabet});
      boards_.push_back(uniform_board);
    }
    if (population_size::power(R::alphabet, D).exact.value_or(enumeration_limit + 1) > enumeration_limit) return;
    valid_.emplace();
    for_each_board<D>(R::alphabet, [&](cells<D> x) {
      if (rule_.holds(x)) valid_->insert(x);
    });
  }

  finding draws_hold() const {
    for (std::size_t i = 0; i < drawn_.size(); ++i)
      if (!is_valid(rule_, drawn_[i]))
        return fmt::format("every draw holds: draw {} of {} is {}, which does not", i, name(), text(drawn_[i]));
    return {};
  }

  finding alphabet_is_closed() const {
    if (drawn_.empty()) return {};
    for (std::size_t cell = 0; cell < D; ++cell)
      for (token const symbol : {token{R::alphabet}, no_token}) {
        auto const board = with_symbol(drawn_[0], cell, symbol);
        if (rule_.holds(board) || is_valid(rule_, cells<D>{board}))
          return fmt::format("a symbol outside the alphabet breaks the rule: {} holds for {}", name(), text(board));
      }
    return {};
  }

  finding holds_is_pure() const {
    std::vector<char> verdicts;
    for (cells<D> const board : boards_)
      verdicts.push_back(rule_.holds(board));
    for (std::size_t i = boards_.size(); i-- > 0;)  // backwards, so that a rule that counts its calls is found out
      if (rule_.holds(boards_[i]) != static_cast<bool>(verdicts[i]))
        return fmt::format("holds is pure: {} changed its verdict of {}", name(), text(boards_[i]));
    return {};
  }

  finding copies_are_values() const {
    R const copy = rule_;
    for (cells<D> const board : boards_)
      if (copy.holds(board) != rule_.holds(board))
        return fmt::format("copies are values: a copy of {} judges {} differently", name(), text(board));
    for (std::size_t i = drawn_.size(); i-- > 0;)  // backwards, so that state shared by copies is found out
      if (auto const again = draw_from(copy, i); !std::ranges::equal(again, drawn_[i]))
        return fmt::format("copies are values: from the same stream {} drew {} and a copy of it {}",
                           name(),
                           text(drawn_[i]),
                           text(again));
    return {};
  }

  finding clauses_agree() const {
    if constexpr (HasClauses<R>) {
      std::array<bool, clause_count<R>()> verdicts;
      auto const disagree = [&](cells<D> x) {
        verdicts.fill(true);  // so that a clause which is never judged is not taken for a broken one
        rule_.judge(x, verdicts);
        return is_valid(rule_, x) != std::ranges::all_of(verdicts, std::identity{});
      };
      auto const sentence = [&](cells<D> x) {
        return fmt::format("clauses agree with holds: holds of {} is {} and its clauses are {} for {}",
                           name(),
                           is_valid(rule_, x),
                           text(std::span<bool const>{verdicts}),
                           text(x));
      };
      for (cells<D> const board : boards_)
        if (disagree(board)) return sentence(board);
      for (std::size_t cell = 0; cell < D && !drawn_.empty(); ++cell)
        for (token const symbol : {token{R::alphabet}, no_token})
          if (auto const board = with_symbol(drawn_[0], cell, symbol); disagree(board)) return sentence(board);
    }
    return {};
  }

  finding population_is_exact() const {
    if constexpr (Counted<R>) {
      auto const stated = rule_.population();
      if (valid_ && stated.exact && *stated.exact != valid_->size())
        return fmt::format("the population is the number of valid boards: {} states {} and has {}",
                           name(),
                           *stated.exact,
                           valid_->size());
    }
    return {};
  }

  finding automaton_agrees() const {
    if constexpr (Automaton<R>) {
      auto const disagree = [&](cells<D> x) { return accepts_board(rule_, x) != is_valid(rule_, x); };
      auto const sentence = [&](cells<D> x) {
        return fmt::format("the automaton accepts what holds: {} has holds {} and accepts {} for {}",
                           name(),
                           is_valid(rule_, x),
                           accepts_board(rule_, x),
                           text(x));
      };
      for (cells<D> const board : boards_)
        if (disagree(board)) return sentence(board);
      if constexpr (Counted<R>)
        if (auto const stated = rule_.population(), counted = population_of(rule_);
            stated.exact != counted.exact || std::abs(stated.log2 - counted.log2) > 1e-9 * std::abs(counted.log2))
          return fmt::format("the automaton accepts what holds: {} states a population of 2^{} and accepts 2^{} boards",
                             name(),
                             stated.log2,
                             counted.log2);
    }
    return {};
  }

  finding table_agrees() const {
    if constexpr (Enumerable<R>) {
      board_index<D> const listed{rule_.boards()};
      for (cells<D> const board : listed.boards())
        if (!is_valid(rule_, board))
          return fmt::format("the table lists the valid boards: {} lists {}, which does not hold", name(), text(board));
      if (listed.distinct() != listed.size())
        return fmt::format("the table lists the valid boards: {} lists {} boards, {} of them different",
                           name(),
                           listed.size(),
                           listed.distinct());
      for (cells<D> const board : drawn_)
        if (!listed.contains(board))
          return fmt::format("the table lists the valid boards: {} drew {}, which is not listed", name(), text(board));
      if constexpr (Counted<R>)
        if (rule_.population().exact != listed.size())
          return fmt::format("the table lists the valid boards: {} lists {} boards and states a population of 2^{}",
                             name(),
                             listed.size(),
                             rule_.population().log2);
    }
    return {};
  }

  finding probabilities_sum_to_one() const {
    if constexpr (StatesProbability<R>) {
      if (!valid_) return {};
      double sum = 0;
      for (cells<D> const board : valid_->boards())
        sum += rule_.probability(board);
      if (std::abs(sum - 1) > 1e-9)
        return fmt::format("the stated probabilities sum to 1: those of {} sum to {}", name(), sum);
    }
    return {};
  }

  finding draws_follow_the_measure() const {
    if (!valid_ || valid_->size() < 2) return {};
    std::vector<double> expected;
    std::vector<std::size_t> counts(valid_->size());
    for (cells<D> const board : valid_->boards())
      expected.push_back(static_cast<double>(drawn_.size()) * probability(board));
    for (cells<D> const board : drawn_)
      if (auto const place = valid_->find(board)) ++counts[*place];
    double statistic = 0, degrees = -1;
    std::size_t worst   = 0;
    double worst_excess = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (expected[i] == 0 && counts[i] == 0) continue;
      if (expected[i] < 5) return {};
      double const term = std::pow(static_cast<double>(counts[i]) - expected[i], 2) / expected[i];
      statistic += term;
      ++degrees;
      if (term > worst_excess) {
        worst        = i;
        worst_excess = term;
      }
    }
    if (degrees < 1) return {};
    double const excess = chi_square_excess(statistic, degrees);
    if (excess <= 5) return {};
    return fmt::format(
        "draws {}: chi-square of {} is {:.1f} standard errors too large; {} came {} times in {} draws, {:.1f} expected",
        StatesProbability<R> ? "follow the stated probability" : "are uniform on the valid boards",
        name(),
        excess,
        text(valid_->boards()[worst]),
        counts[worst],
        drawn_.size(),
        expected[worst]);
  }

 private:
  std::array<token, D> draw_from(R const& rule, std::size_t i) const {
    std::array<token, D> board;
    board.fill(no_token);
    stream rng{seed_, purpose::test, 0, i};
    rule.draw(rng, cells_out<D>{board});
    return board;
  }

  static std::array<token, D> with_symbol(cells<D> x, std::size_t cell, token symbol) {
    std::array<token, D> board;
    std::ranges::copy(x, board.begin());
    board[cell] = symbol;
    return board;
  }

  /// As stated, or equal for all valid boards.
  double probability(cells<D> x) const {
    if constexpr (StatesProbability<R>)
      return rule_.probability(x);
    else
      return 1 / static_cast<double>(valid_->size());
  }

  static std::string text(cells<D> x) {
    return list(x, [](token t) { return std::to_string(t); });
  }
  static std::string text(std::span<bool const> verdicts) {
    return list(verdicts, [](bool v) { return std::string{v ? "true" : "false"}; });
  }

  /// `[1, 0, 1]`. (Not by fmt/ranges.h: at -O3 g++ 12 warns of its parser of element formats.)
  static std::string list(auto const& items, auto const& show) {
    std::string out;
    for (auto const item : items)
      out += (out.empty() ? "[" : ", ") + show(item);
    return out + ']';
  }
  std::string name() const { return describe(rule_).text(); }

  R rule_;
  std::uint64_t seed_;
  board_set<D> drawn_, boards_;
  std::optional<board_index<D>> valid_;  // all valid boards, where they can be enumerated
};

}  // namespace regula::laws::detail
