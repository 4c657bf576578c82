// SPDX-License-Identifier: MIT
/// @file
/// Boards next to a board: the nearest that breaks the rule, and the nearest that obeys it and was not trained on.
#pragma once

#include <regula/concepts/rule.hpp>
#include <regula/data/nearest.hpp>
#include <regula/data/split.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

namespace regula {

/// The first board that differs in one cell and breaks the rule: cells in order, symbols in order. None if every change
/// of one cell keeps the rule.
///
/// `except` is a cell that keeps its symbol.
template <Rule R>
[[nodiscard]] std::optional<std::array<token, R::cell_count>> invalid_neighbour(R const& rule,
                                                                                cells<R::cell_count> board,
                                                                                std::size_t except = R::cell_count) {
  std::array<token, R::cell_count> other{};
  std::ranges::copy(board, other.begin());
  for (std::size_t i = 0; i < R::cell_count; ++i) {
    if (i == except) continue;
    for (token v = 0; v < R::alphabet; ++v) {
      if (v == board[i]) continue;
      other[i] = v;
      if (!rule.holds(other)) return other;
    }
    other[i] = board[i];
  }
  return std::nullopt;
}

/// The nearest board by Hamming distance that obeys the rule and is neither this one nor a training board: the first at
/// distance 1 or 2, cells and symbols in order, else the nearest held-out board. None if there is neither.
///
/// Cost      at most D^2 V^2 / 2 boards to judge
template <Rule R>
[[nodiscard]] std::optional<std::array<token, R::cell_count>> novel_neighbour(R const& rule,
                                                                              cells<R::cell_count> board,
                                                                              data_split<R::cell_count> const& data) {
  constexpr std::size_t D = R::cell_count;
  std::array<token, D> other{};
  std::ranges::copy(board, other.begin());
  auto const is_found = [&] { return rule.holds(other) && !data.index_of_training.contains(other); };
  for (std::size_t i = 0; i < D; ++i) {
    for (token v = 0; v < R::alphabet; ++v) {
      other[i] = v;
      if (v != board[i] && is_found()) return other;
    }
    other[i] = board[i];
  }
  for (std::size_t i = 0; i < D; ++i) {
    for (std::size_t j = i + 1; j < D; ++j) {
      for (token v = 0; v < R::alphabet; ++v) {
        if (v == board[i]) continue;
        other[i] = v;
        for (token w = 0; w < R::alphabet; ++w) {
          other[j] = w;
          if (w != board[j] && is_found()) return other;
        }
      }
      other[j] = board[j];
    }
    other[i] = board[i];
  }
  board_set<D> others;
  for (cells<D> const x : data.held_out)
    if (!std::ranges::equal(x, board)) others.push_back(x);
  if (others.empty()) return std::nullopt;
  board_set<D> asked;
  asked.push_back(board);
  std::ranges::copy(others[nearest_boards<D>{others, R::alphabet}(asked)[0].index], other.begin());
  return other;
}

/// The nearest training board other than this one, the first of the nearest; none if there is none.
template <Rule R>
[[nodiscard]] std::optional<std::array<token, R::cell_count>> training_neighbour(
    R const&, cells<R::cell_count> board, data_split<R::cell_count> const& data) {
  constexpr std::size_t D = R::cell_count;
  std::optional<std::array<token, D>> nearest;
  std::size_t least = D + 1;
  for (cells<D> const x : data.training) {
    std::size_t differing = 0;
    for (std::size_t i = 0; i < D; ++i)
      differing += x[i] != board[i];
    if (differing == 0 || differing >= least) continue;
    least = differing;
    nearest.emplace();
    std::ranges::copy(x, nearest->begin());
  }
  return nearest;
}

}  // namespace regula
