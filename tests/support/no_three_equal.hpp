// SPDX-License-Identifier: MIT
/// @file
/// A rule as a user writes it who states an automaton only.
#pragma once

#include <regula/concepts/exact_rule.hpp>

#include <cstddef>

namespace regula::test {

/// Strings of D symbols 0 and 1 without three equal ones in a row: 2 F(D + 1) of them, F the Fibonacci numbers.
template <std::size_t D>
struct no_three_equal {
  static constexpr std::size_t cell_count  = D;
  static constexpr token alphabet          = 2;
  static constexpr std::size_t state_count = 5;  // nothing read; one or two symbols 0 at the end; one or two symbols 1

  static constexpr std::size_t start() noexcept { return 0; }
  static constexpr std::size_t step(std::size_t, std::size_t state, token v) noexcept {
    std::size_t const first = v == 0 ? 1 : 3;
    if (state == first + 1) return no_state;
    return state == first ? first + 1 : first;
  }
  static constexpr bool accepts(std::size_t) noexcept { return true; }
};

}  // namespace regula::test
