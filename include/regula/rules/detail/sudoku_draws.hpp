// SPDX-License-Identifier: MIT
/// @file
/// How Sudokus are drawn: from a table of boards with a fixed first row, or by a search and random exchanges.
#pragma once

#include <regula/concepts/rule.hpp>
#include <regula/data/board_set.hpp>
#include <regula/random/draws.hpp>
#include <regula/rules/detail/latin_draws.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>

namespace regula::detail {

/// Random exchanges after the search for a large board.
inline constexpr std::size_t exchange_count = 512;

/// Boxes of BoxRows x BoxCols cells on an N x N board, numbered row by row.
template <std::size_t N, std::size_t BoxRows, std::size_t BoxCols>
struct box_grid {
  static constexpr std::size_t order          = N;
  static constexpr std::size_t cell_count     = N * N;
  static constexpr std::size_t boxes_in_a_row = N / BoxCols;

  static constexpr std::size_t box_of(std::size_t cell) noexcept {
    return cell / N / BoxRows * boxes_in_a_row + cell % N / BoxCols;
  }

  /// Cell i of a box.
  static constexpr std::size_t cell(std::size_t box, std::size_t i) noexcept {
    std::size_t const row = box / boxes_in_a_row * BoxRows + i / BoxCols;
    return row * N + box % boxes_in_a_row * BoxCols + i % BoxCols;
  }

  static constexpr bool share_a_line(std::size_t a, std::size_t b) noexcept {
    return a / N == b / N || a % N == b % N || box_of(a) == box_of(b);
  }
};

/// A board that is being filled: which symbols each row, column and box has had, one bit each.
template <class Grid>
class filling {
 public:
  static constexpr std::size_t N = Grid::order;

  std::array<token, N * N> x{};

  [[nodiscard]] std::uint32_t allowed(std::size_t cell) const {
    return all_symbols & ~(rows_[cell / N] | cols_[cell % N] | boxes_[Grid::box_of(cell)]);
  }
  void put(std::size_t cell, token v) {
    x[cell] = v;
    flip(cell);
  }
  void take(std::size_t cell) { flip(cell); }

 private:
  static constexpr std::uint32_t all_symbols = N == 32 ? ~0U : (1U << N) - 1;

  void flip(std::size_t cell) {
    std::uint32_t const bit = 1U << x[cell];
    rows_[cell / N] ^= bit;
    cols_[cell % N] ^= bit;
    boxes_[Grid::box_of(cell)] ^= bit;
  }

  std::array<std::uint32_t, N> rows_{}, cols_{}, boxes_{};
};

/// All boards whose first row is in order, by backtracking over the other cells.
template <class Grid>
[[nodiscard]] board_set<Grid::cell_count> boards_with_first_row() {
  constexpr std::size_t N = Grid::order;
  board_set<N * N> found;
  filling<Grid> board;
  for (token v = 0; v < N; ++v)
    board.put(v, v);
  auto const fill = [&](auto const& self, std::size_t cell) -> void {
    if (cell == N * N) {
      found.push_back(board.x);
      return;
    }
    for (std::uint32_t left = board.allowed(cell); left != 0; left &= left - 1) {
      board.put(cell, static_cast<token>(std::countr_zero(left)));
      self(self, cell + 1);
      board.take(cell);
    }
  };
  fill(fill, N);
  return found;
}

template <class Grid>
[[nodiscard]] board_set<Grid::cell_count> const& table_of_first_rows() {
  static auto const table = boards_with_first_row<Grid>();
  return table;
}

/// Uniform on all boards.
template <class Grid>
void draw_from_first_rows(auto& rng, cells_out<Grid::cell_count> x) {
  auto const& table = table_of_first_rows<Grid>();
  auto const board  = table[pick(rng, table.size())];
  auto const names  = draw_permutation<Grid::order>(rng);
  std::ranges::transform(board, x.begin(), [&](token v) { return names[v]; });
}

/// Every board once.
template <class Grid>
[[nodiscard]] board_set<Grid::cell_count> all_from_first_rows() {
  board_set<Grid::cell_count> all;
  std::array<token, Grid::order> names;
  std::array<token, Grid::cell_count> x;
  for (cells<Grid::cell_count> const board : table_of_first_rows<Grid>()) {
    std::iota(names.begin(), names.end(), token{0});
    do {
      std::ranges::transform(board, x.begin(), [&](token v) { return names[v]; });
      all.push_back(x);
    } while (std::ranges::next_permutation(names).found);
  }
  return all;
}

/// Fills the board cell by cell, always one with the fewest allowed symbols, in a random order of symbols.
template <class Grid>
bool search(auto& rng, filling<Grid>& board, std::array<bool, Grid::cell_count>& filled) {
  std::size_t best  = Grid::cell_count;
  int fewest        = 64;
  std::uint32_t may = 0;
  for (std::size_t cell = 0; cell < Grid::cell_count; ++cell) {
    if (filled[cell]) continue;
    std::uint32_t const allowed = board.allowed(cell);
    if (int const n = std::popcount(allowed); n < fewest) {
      best   = cell;
      fewest = n;
      may    = allowed;
    }
  }
  if (best == Grid::cell_count) return true;
  filled[best] = true;
  for (token const v : draw_permutation<Grid::order>(rng)) {
    if ((may >> v & 1U) == 0) continue;
    board.put(best, v);
    if (search(rng, board, filled)) return true;
    board.take(best);
  }
  filled[best] = false;
  return false;
}

/// Exchanges the symbol of a uniform cell with another uniform one in the smallest set of cells that keeps the board
/// valid: those that hold one of the two and hang together by rows, columns and boxes. As likely as its reverse.
template <class Grid>
void exchange(auto& rng, cells_out<Grid::cell_count> x) {
  constexpr std::size_t N = Grid::order;
  std::size_t const first = pick(rng, N * N);
  token const a = x[first], b = static_cast<token>((a + 1U + pick(rng, N - 1)) % N);
  std::array<std::size_t, 2 * N> held{}, reached{};  // the cells that hold one of the two; those reached
  std::size_t left = 0, reached_count = 1;
  reached[0] = first;
  for (std::size_t cell = 0; cell < N * N; ++cell)
    if ((x[cell] == a || x[cell] == b) && cell != first) held[left++] = cell;
  for (std::size_t from = 0; from < reached_count; ++from)
    for (std::size_t i = 0; i < left;)
      if (Grid::share_a_line(reached[from], held[i])) {
        reached[reached_count++] = held[i];
        held[i]                  = held[--left];
      } else {
        ++i;
      }
  for (std::size_t const cell : std::span{reached}.first(reached_count))
    x[cell] = x[cell] == a ? b : a;
}

/// Approximately uniform on all boards.
template <class Grid>
void draw_by_search(auto& rng, cells_out<Grid::cell_count> x) {
  filling<Grid> board;
  auto const first_row = draw_permutation<Grid::order>(rng);
  std::array<bool, Grid::cell_count> filled{};
  for (std::size_t i = 0; i < Grid::order; ++i) {
    board.put(i, first_row[i]);
    filled[i] = true;
  }
  search(rng, board, filled);
  std::ranges::copy(board.x, x.begin());
  for (std::size_t i = 0; i < exchange_count; ++i)
    exchange<Grid>(rng, x);
}

}  // namespace regula::detail
