// SPDX-License-Identifier: MIT
/// @file
/// Lines of a square board that hold every symbol once: what row-only, Latin squares and Sudokus share.
#pragma once

#include <regula/concepts/rule.hpp>

#include <array>
#include <cstddef>

namespace regula {

/// True if N cells hold each of the symbols 0 .. N - 1 once; `at(i)` is the i-th of them.
template <std::size_t N, class At>
[[nodiscard]] constexpr bool all_different(At const& at) noexcept {
  std::array<bool, N> seen{};
  for (std::size_t i = 0; i < N; ++i) {
    token const v = at(i);
    if (v >= N || seen[v]) return false;
    seen[v] = true;
  }
  return true;
}

/// True if row r of an N x N board holds every symbol once.
template <std::size_t N>
[[nodiscard]] constexpr bool row_is_complete(cells<N * N> x, std::size_t r) noexcept {
  return all_different<N>([&](std::size_t i) { return x[r * N + i]; });
}

/// True if column c of an N x N board holds every symbol once.
template <std::size_t N>
[[nodiscard]] constexpr bool column_is_complete(cells<N * N> x, std::size_t c) noexcept {
  return all_different<N>([&](std::size_t i) { return x[i * N + c]; });
}

}  // namespace regula
