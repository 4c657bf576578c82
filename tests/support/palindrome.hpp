// SPDX-License-Identifier: MIT
/// @file
/// A rule as a user writes it: the minimum of the Rule concept and nothing else.
#pragma once

#include <regula/concepts/rule.hpp>
#include <regula/random/draws.hpp>

#include <algorithm>
#include <cstddef>

namespace regula::test {

/// Strings of D cells, D even, that read the same from both ends.
template <std::size_t D, token V = 2>
struct palindrome {
  static constexpr std::size_t cell_count = D;
  static constexpr token alphabet         = V;

  constexpr bool holds(cells<D> x) const noexcept {
    return std::equal(x.begin(), x.begin() + D / 2, x.rbegin()) &&
           std::ranges::all_of(x, [](token t) { return t < alphabet; });
  }

  constexpr void draw(auto& rng, cells_out<D> x) const {
    for (std::size_t i = 0; i < D / 2; ++i)
      x[i] = x[D - 1 - i] = pick(rng, V);
  }
};

}  // namespace regula::test
