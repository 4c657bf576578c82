// SPDX-License-Identifier: MIT
/// @file
/// Sudokus as the two-clocks experiments draw them: isotopes of the cyclic square that happen to fit the boxes.
#pragma once

#include <regula/concepts/rule_refinements.hpp>
#include <regula/rules/isotopy_latin_square.hpp>
#include <regula/rules/sudoku.hpp>

#include <cstddef>
#include <string_view>

namespace regula {

/// Judged as sudoku<N, BoxRows, BoxCols>, but drawn by rejection from isotopy_latin_square<N>: uniform on 192 of the
/// 288 boards at N = 4 and 311,040 of the 28,200,960 at N = 6, where 4/9 and 6 % of the squares are accepted.
///
/// Codes   R12 R13
/// Source  the sampler of the two-clocks experiments (arXiv:2605.10019)
template <std::size_t N, std::size_t BoxRows, std::size_t BoxCols>
struct isotopy_sudoku : sudoku<N, BoxRows, BoxCols> {
  static_assert(
      (N == 4 && BoxRows == 2) || (N == 6 && (BoxRows == 2 || BoxRows == 3)),
      "[regula:R13] isotopy_sudoku: boards of 4 rows in boxes of 2 x 2, or of 6 in boxes of 2 x 3 or 3 x 2; in "
      "larger ones next to no isotope of the cyclic square fits");

  static constexpr std::string_view name = "isotopy_sudoku";

  constexpr void draw(auto& rng, cells_out<N * N> x) const {
    do
      detail::draw_isotope_of_cyclic<N>(rng, x);
    while (!this->holds(x));
  }

  [[nodiscard]] population_size population() const { return population_size::of(N == 4 ? 192 : 311'040); }

  [[nodiscard]] double probability(cells<N * N> x) const {
    bool const drawn = this->holds(x) && isotopy_latin_square<N>{}.is_isotope_of_cyclic(x);
    return drawn ? 1 / static_cast<double>(*population().exact) : 0;
  }

 private:
  // The uniform table of sudoku is not what this rule draws.
  void boards() const = delete;
};

}  // namespace regula
