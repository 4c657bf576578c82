// SPDX-License-Identifier: MIT
/// @file
/// Row-only: every row of a square board is a permutation, whatever the columns are.
#pragma once

#include <regula/concepts/exact_rule.hpp>
#include <regula/concepts/rule_refinements.hpp>
#include <regula/random/draws.hpp>
#include <regula/rules/counting.hpp>
#include <regula/rules/different_symbols.hpp>

#include <array>
#include <cstddef>
#include <numeric>
#include <span>
#include <string_view>

namespace regula {

/// A board of N rows and N columns over N symbols; every row holds each symbol once. Uniform on its (N!)^N boards.
///
/// Clauses  `rows`: one a row
/// Codes    R11
template <std::size_t N>
struct row_only {
  static_assert(N >= 2 && N <= 20, "[regula:R11] row_only<N>: the order N lies in [2, 20]");

  static constexpr std::size_t cell_count = N * N;
  static constexpr token alphabet         = static_cast<token>(N);
  static constexpr std::string_view name  = "row_only";
  static constexpr extents board{N, N};
  static constexpr std::array<clause_family, 1> clause_families{{{"rows", N}}};

  static constexpr std::array<parameter, 1> parameters() { return {{{"order", N}}}; }

  [[nodiscard]] constexpr bool holds(cells<N * N> x) const noexcept {
    for (std::size_t r = 0; r < N; ++r)
      if (!row_is_complete<N>(x, r)) return false;
    return true;
  }

  constexpr void judge(cells<N * N> x, std::span<bool> verdicts) const noexcept {
    for (std::size_t r = 0; r < N; ++r)
      verdicts[r] = row_is_complete<N>(x, r);
  }

  static constexpr bool looks_at(std::size_t clause, std::size_t cell) noexcept { return cell / N == clause; }

  constexpr void draw(auto& rng, cells_out<N * N> x) const {
    for (std::size_t r = 0; r < N; ++r) {
      auto const row = x.subspan(r * N, N);
      std::iota(row.begin(), row.end(), token{0});
      shuffle_front(rng, row, N);
    }
  }

  [[nodiscard]] population_size population() const { return to_the_power(population_size::of(factorial(N)), N); }

  // As an automaton: which symbols the row has had so far, one bit each.
  static constexpr std::size_t state_count = std::size_t{1} << N;

  static constexpr std::size_t start() noexcept { return 0; }
  static constexpr std::size_t step(std::size_t cell, std::size_t had, token v) noexcept {
    std::size_t const bit = std::size_t{1} << v;
    if ((had & bit) != 0) return no_state;
    bool const row_ends = (cell + 1) % N == 0;
    return row_ends ? 0 : had | bit;
  }
  static constexpr bool accepts(std::size_t had) noexcept { return had == 0; }
};

}  // namespace regula
