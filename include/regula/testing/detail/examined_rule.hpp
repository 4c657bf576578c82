// SPDX-License-Identifier: MIT
/// @file
/// A rule with boards to examine it on, and the words in which a broken law is told.
#pragma once

#include <regula/concepts/rule.hpp>
#include <regula/concepts/rule_refinements.hpp>
#include <regula/data/board_index.hpp>
#include <regula/data/board_set.hpp>
#include <regula/random/draws.hpp>
#include <regula/random/stream.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace regula::laws::detail {

/// The sentence of a counterexample, or nothing.
using finding = std::optional<std::string>;

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

template <std::size_t D>
std::array<token, D> with_symbol(cells<D> x, std::size_t cell, token symbol) {
  std::array<token, D> board;
  std::ranges::copy(x, board.begin());
  board[cell] = symbol;
  return board;
}

/// `[1, 0, 1]`. (Not by fmt/ranges.h: at -O3 g++ 12 warns of its parser of element formats.)
inline std::string list(auto const& items, auto const& show) {
  std::string out;
  for (auto const item : items)
    out += (out.empty() ? "[" : ", ") + show(item);
  return out + ']';
}

inline std::string text(std::span<token const> board) {
  return list(board, [](token t) { return std::to_string(t); });
}

inline std::string text(std::span<bool const> verdicts) {
  return list(verdicts, [](bool v) { return std::string{v ? "true" : "false"}; });
}

/// A rule, its draws, and boards to judge: the draws, their neighbours and uniform boards.
template <Rule R>
struct examined_rule {
  static constexpr std::size_t D = R::cell_count;

  R rule;
  std::uint64_t seed;
  board_set<D> drawn, boards;
  std::optional<board_index<D>> valid;  // all valid boards, where they can be enumerated

  examined_rule(R const& subject, std::size_t draws, std::uint64_t seed_of_draws) : rule{subject}, seed{seed_of_draws} {
    drawn.reserve(draws);
    for (std::size_t i = 0; i < draws; ++i) {
      auto const board = draw_from(rule, i);
      drawn.push_back(board);
      boards.push_back(board);
      stream rng{seed, purpose::test, 1, i};
      boards.push_back(with_symbol<D>(board, pick(rng, D), pick(rng, token{R::alphabet})));
      std::array<token, D> uniform_board;
      for (token& cell : uniform_board)
        cell = pick(rng, token{R::alphabet});
      boards.push_back(uniform_board);
    }
    if (population_size::power(R::alphabet, D).exact.value_or(enumeration_limit + 1) > enumeration_limit) return;
    valid.emplace();
    for_each_board<D>(R::alphabet, [&](cells<D> x) {
      if (rule.holds(x)) valid->insert(x);
    });
  }

  /// Draw i of the rule or of a copy of it: the same board of each.
  std::array<token, D> draw_from(R const& drawer, std::size_t i) const {
    std::array<token, D> board;
    board.fill(no_token);
    stream rng{seed, purpose::test, 0, i};
    drawer.draw(rng, cells_out<D>{board});
    return board;
  }

  std::string name() const { return describe(rule).text(); }
};

}  // namespace regula::laws::detail
