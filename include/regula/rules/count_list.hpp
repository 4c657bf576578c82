// SPDX-License-Identifier: MIT
/// @file
/// A list of allowed numbers of symbols 1 in a row: what row-variable-K and global-K share.
#pragma once

#include <regula/concepts/rule_refinements.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

namespace regula {

/// Different numbers, each at most C, the cells of a row.
///
/// Codes  R7 R10
template <std::size_t C, std::size_t... Counts>
struct count_list {
  static constexpr std::size_t size = sizeof...(Counts);
  static constexpr bool checked     = true;  ///< asking for it makes the compiler look at the list
  static constexpr std::array<std::size_t, size> values{Counts...};

  /// The place of a number in the list; `size` if it is not in it.
  static constexpr std::size_t place_of(std::size_t count) noexcept {
    return static_cast<std::size_t>(std::ranges::find(values, count) - values.begin());
  }
  static constexpr bool contains(std::size_t count) noexcept { return place_of(count) < size; }

  /// Rows, cols and counts for the record of a rule.
  static constexpr std::array<parameter, size + 2> parameters_of_board(std::size_t rows) {
    return {{{"rows", rows}, {"cols", C}, {"counts", Counts, true}...}};
  }

 private:
  static constexpr bool all_different() noexcept {
    for (std::size_t i = 0; i < size; ++i)
      if (place_of(values[i]) != i) return false;
    return true;
  }

  static_assert(((Counts <= C) && ...), "[regula:R7] a row of C cells holds at most C symbols 1, so every count <= C");
  static_assert(size > 0 && all_different(), "[regula:R10] a list of counts has at least one, and none twice");
};

}  // namespace regula
