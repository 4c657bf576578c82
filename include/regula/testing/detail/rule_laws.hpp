// SPDX-License-Identifier: MIT
/// @file
/// The laws of every rule, one function each: it gives the sentence of a counterexample, or nothing.
#pragma once

#include <regula/concepts/rule.hpp>
#include <regula/concepts/rule_refinements.hpp>
#include <regula/testing/detail/examined_rule.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace regula::laws::detail {

template <Rule R>
finding draws_hold(examined_rule<R> const& e) {
  for (std::size_t i = 0; i < e.drawn.size(); ++i)
    if (!is_valid(e.rule, e.drawn[i]))
      return fmt::format("every draw holds: draw {} of {} is {}, which does not", i, e.name(), text(e.drawn[i]));
  return {};
}

template <Rule R>
finding alphabet_is_closed(examined_rule<R> const& e) {
  if (e.drawn.empty()) return {};
  for (std::size_t cell = 0; cell < R::cell_count; ++cell)
    for (token const symbol : {token{R::alphabet}, no_token}) {
      auto const board = with_symbol(e.drawn[0], cell, symbol);
      if (e.rule.holds(board) || is_valid(e.rule, cells<R::cell_count>{board}))
        return fmt::format("a symbol outside the alphabet breaks the rule: {} holds for {}", e.name(), text(board));
    }
  return {};
}

template <Rule R>
finding holds_is_pure(examined_rule<R> const& e) {
  std::vector<char> verdicts;
  for (auto const board : e.boards)
    verdicts.push_back(e.rule.holds(board));
  for (std::size_t i = e.boards.size(); i-- > 0;)  // backwards, so that a rule that counts its calls is found out
    if (e.rule.holds(e.boards[i]) != static_cast<bool>(verdicts[i]))
      return fmt::format("holds is pure: {} changed its verdict of {}", e.name(), text(e.boards[i]));
  return {};
}

template <Rule R>
finding copies_are_values(examined_rule<R> const& e) {
  R const copy = e.rule;
  for (auto const board : e.boards)
    if (copy.holds(board) != e.rule.holds(board))
      return fmt::format("copies are values: a copy of {} judges {} differently", e.name(), text(board));
  for (std::size_t i = e.drawn.size(); i-- > 0;)  // backwards, so that state shared by copies is found out
    if (auto const again = e.draw_from(copy, i); !std::ranges::equal(again, e.drawn[i]))
      return fmt::format("copies are values: from the same stream {} drew {} and a copy of it {}",
                         e.name(),
                         text(e.drawn[i]),
                         text(again));
  return {};
}

template <Rule R>
finding clauses_agree(examined_rule<R> const& e) {
  if constexpr (HasClauses<R>) {
    std::array<bool, clause_count<R>()> verdicts;
    auto const disagree = [&](cells<R::cell_count> x) {
      verdicts.fill(true);  // so that a clause which is never judged is not taken for a broken one
      e.rule.judge(x, verdicts);
      return is_valid(e.rule, x) != std::ranges::all_of(verdicts, std::identity{});
    };
    auto const sentence = [&](cells<R::cell_count> x) {
      return fmt::format("clauses agree with holds: holds of {} is {} and its clauses are {} for {}",
                         e.name(),
                         is_valid(e.rule, x),
                         text(std::span<bool const>{verdicts}),
                         text(x));
    };
    for (auto const board : e.boards)
      if (disagree(board)) return sentence(board);
    for (std::size_t cell = 0; cell < R::cell_count && !e.drawn.empty(); ++cell)
      for (token const symbol : {token{R::alphabet}, no_token})
        if (auto const board = with_symbol(e.drawn[0], cell, symbol); disagree(board)) return sentence(board);
  }
  return {};
}

template <Rule R>
finding clauses_look_where_they_say(examined_rule<R> const& e) {
  if constexpr (PlacesClauses<R>) {
    constexpr std::size_t boards = 64;
    std::array<bool, clause_count<R>()> before, after;
    for (std::size_t i = 0; i < std::min(boards, e.boards.size()); ++i)
      for (std::size_t cell = 0; cell < R::cell_count; ++cell) {
        token const was  = e.boards[i][cell];
        auto const board = with_symbol(e.boards[i], cell, was + 1 < R::alphabet ? token(was + 1) : token{0});
        e.rule.judge(e.boards[i], before);
        e.rule.judge(board, after);
        for (std::size_t clause = 0; clause < before.size(); ++clause)
          if (before[clause] != after[clause] && !e.rule.looks_at(clause, cell))
            return fmt::format(
                "clauses look where they say: clause {} of {} does not look at cell {}, but is {} for {} "
                "and {} for {}",
                clause,
                e.name(),
                cell,
                before[clause],
                text(e.boards[i]),
                after[clause],
                text(board));
      }
  }
  return {};
}

}  // namespace regula::laws::detail
