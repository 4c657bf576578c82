// SPDX-License-Identifier: MIT
/// @file
/// Sudokus: every row, every column and every box holds each symbol once.
#pragma once

#include <regula/concepts/exact_rule.hpp>
#include <regula/concepts/rule_refinements.hpp>
#include <regula/rules/counting.hpp>
#include <regula/rules/detail/sudoku_draws.hpp>
#include <regula/rules/different_symbols.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace regula {

/// A board of N rows and N columns over N symbols, in boxes of BoxRows x BoxCols cells; every row, column and box holds
/// each symbol once.
///
/// Up to N = 6 draws are exactly uniform: a board with its first row in order out of a table of all of them (12 at
/// N = 4, 39,168 at N = 6), then a uniform renaming of the symbols; every board arises in one way. Above they are
/// approximately uniform: a board found by a randomised search, then `detail::exchange_count` random exchanges of two
/// symbols within a connected set of cells, a symmetric chain whose mixing is not proven.
/// Clauses  `rows`, `cols`, `boxes`: one each, boxes row by row
/// Codes    R11 R12
/// Source   9 x 9: Felgenhauer and Jarvis 2006, "Mathematics of Sudoku I"
template <std::size_t N, std::size_t BoxRows, std::size_t BoxCols>
struct sudoku {
  static_assert(N >= 2 && N <= 32, "[regula:R11] sudoku<N, BoxRows, BoxCols>: the order N lies in [2, 32]");
  static_assert(
      BoxRows * BoxCols == N && BoxRows > 1 && BoxCols > 1,
      "[regula:R12] sudoku<N, BoxRows, BoxCols>: boxes of N cells tile the board, so BoxRows * BoxCols == N, both "
      "above 1");
  using boxes = detail::box_grid<N, BoxRows, BoxCols>;

  static constexpr std::size_t cell_count = N * N;
  static constexpr token alphabet         = static_cast<token>(N);
  static constexpr std::string_view name  = "sudoku";
  static constexpr extents board{N, N};
  static constexpr std::array<clause_family, 3> clause_families{{{"rows", N}, {"cols", N}, {"boxes", N}}};

  static constexpr std::array<parameter, 2> parameters() { return {{{"box_rows", BoxRows}, {"box_cols", BoxCols}}}; }

  [[nodiscard]] constexpr bool holds(cells<N * N> x) const noexcept {
    for (std::size_t i = 0; i < N; ++i)
      if (!row_is_complete<N>(x, i) || !column_is_complete<N>(x, i) || !box_is_complete(x, i)) return false;
    return true;
  }

  constexpr void judge(cells<N * N> x, std::span<bool> verdicts) const noexcept {
    for (std::size_t i = 0; i < N; ++i) {
      verdicts[i]         = row_is_complete<N>(x, i);
      verdicts[N + i]     = column_is_complete<N>(x, i);
      verdicts[2 * N + i] = box_is_complete(x, i);
    }
  }

  static constexpr bool looks_at(std::size_t clause, std::size_t cell) noexcept {
    std::size_t const row = cell / N, col = cell % N, box = row / BoxRows * BoxRows + col / BoxCols;
    return (clause < N ? row : clause < 2 * N ? N + col : 2 * N + box) == clause;
  }

  /// Renaming the symbols takes any order of them in a clause to any other.
  static constexpr double clause_patterns = orders_of(N);

  void draw(auto& rng, cells_out<N * N> x) const {
    if constexpr (N <= detail::tabled_order)
      detail::draw_from_first_rows<boxes>(rng, x);
    else
      detail::draw_by_search<boxes>(rng, x);
  }

  /// Known for boards of 4, 6, 8 and 9 rows.
  [[nodiscard]] population_size population() const
    requires(N == 4 || N == 6 || N == 8 || N == 9)
  {
    if constexpr (N == 9)
      return {std::nullopt, std::log2(6670903752021072936960.0)};
    else
      return population_size::of(N == 4 ? 288 : N == 6 ? 28'200'960 : 29'136'487'207'403'520);
  }

  /// All digits, for exact_population.
  static constexpr std::string_view population_digits = N == 9 ? "6670903752021072936960" : "";

  /// The table of all boards.
  [[nodiscard]] board_set<N * N> const& boards() const
    requires(N <= 4)
  {
    static auto const all = detail::all_from_first_rows<boxes>();
    return all;
  }

 private:
  static constexpr bool box_is_complete(cells<N * N> x, std::size_t box) noexcept {
    return all_different<N>([&](std::size_t i) { return x[boxes::cell(box, i)]; });
  }
};

}  // namespace regula
