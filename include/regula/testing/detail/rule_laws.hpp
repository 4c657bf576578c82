// SPDX-License-Identifier: MIT
/// @file
/// One function a law of the Rule concept: each gives the sentence of a counterexample, or nothing.
#pragma once

#include <regula/concepts/rule.hpp>
#include <regula/concepts/rule_refinements.hpp>
#include <regula/data/board_index.hpp>
#include <regula/data/board_set.hpp>
#include <regula/random/draws.hpp>
#include <regula/random/stream.hpp>

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

  finding draws_are_uniform() const {
    if (!valid_ || valid_->size() < 2 || drawn_.size() < 5 * valid_->size()) return {};
    std::vector<std::size_t> counts(valid_->size());
    for (cells<D> const board : drawn_)
      if (auto const place = valid_->find(board)) ++counts[*place];
    double const expected = static_cast<double>(drawn_.size()) / static_cast<double>(counts.size());
    double statistic      = 0;
    for (std::size_t const n : counts)
      statistic += std::pow(static_cast<double>(n) - expected, 2) / expected;
    double const excess = chi_square_excess(statistic, static_cast<double>(counts.size() - 1));
    if (excess <= 5) return {};
    auto const rarest = static_cast<std::size_t>(std::ranges::min_element(counts) - counts.begin());
    return fmt::format(
        "draws are uniform on the valid boards: chi-square of {} is {:.1f} standard errors too large; "
        "{} came {} times in {} draws, {:.1f} expected",
        name(),
        excess,
        text(valid_->boards()[rarest]),
        counts[rarest],
        drawn_.size(),
        expected);
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
