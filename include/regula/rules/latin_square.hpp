// SPDX-License-Identifier: MIT
/// @file
/// Latin squares: every row and every column holds each symbol once.
#pragma once

#include <regula/concepts/exact_rule.hpp>
#include <regula/concepts/rule_refinements.hpp>
#include <regula/rules/counting.hpp>
#include <regula/rules/detail/latin_draws.hpp>
#include <regula/rules/different_symbols.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace regula {

/// A board of N rows and N columns over N symbols; every row and every column holds each symbol once.
///
/// Up to N = 6 draws are exactly uniform: a reduced square (first row and column in order) out of a table of all of
/// them, then a uniform order of all columns and of all rows but the first; every square arises in one way. From
/// N = 7 on they are approximately uniform: N^3 steps of Jacobson and Matthews from an isotope of the cyclic square.
/// Clauses  `rows`, `cols`: one a row, one a column
/// Codes    R11
/// Source   Jacobson and Matthews 1996, "Generating uniformly distributed random Latin squares"; populations from McKay
///          and Wanless 2005, "On the number of Latin squares"
template <std::size_t N>
struct latin_square {
  static_assert(N >= 2 && N <= 256, "[regula:R11] latin_square<N>: the order N lies in [2, 256]");

  static constexpr std::size_t cell_count = N * N;
  static constexpr token alphabet         = static_cast<token>(N);
  static constexpr std::string_view name  = "latin_square";
  static constexpr extents board{N, N};
  static constexpr std::array<clause_family, 2> clause_families{{{"rows", N}, {"cols", N}}};

  static constexpr std::array<parameter, 1> parameters() { return {{{"order", N}}}; }

  [[nodiscard]] constexpr bool holds(cells<N * N> x) const noexcept {
    for (std::size_t i = 0; i < N; ++i)
      if (!row_is_complete<N>(x, i) || !column_is_complete<N>(x, i)) return false;
    return true;
  }

  constexpr void judge(cells<N * N> x, std::span<bool> verdicts) const noexcept {
    for (std::size_t i = 0; i < N; ++i) {
      verdicts[i]     = row_is_complete<N>(x, i);
      verdicts[N + i] = column_is_complete<N>(x, i);
    }
  }

  static constexpr bool looks_at(std::size_t clause, std::size_t cell) noexcept {
    return clause < N ? cell / N == clause : cell % N == clause - N;
  }

  /// Renaming the symbols takes any order of them in a clause to any other.
  static constexpr double clause_patterns = orders_of(N);

  void draw(auto& rng, cells_out<N * N> x) const {
    if constexpr (N <= detail::tabled_order)
      detail::draw_from_reduced<N>(rng, x);
    else
      detail::draw_by_moves<N>(rng, x);
  }

  /// Known up to N = 11.
  [[nodiscard]] population_size population() const
    requires(N <= 11)
  {
    if constexpr (N <= 7)
      return population_size::of(small_populations[N]);
    else
      return {std::nullopt, std::log2(large_populations[N - 8])};
  }

  /// All digits, for exact_population.
  static constexpr std::string_view population_digits = [] {
    constexpr std::array<std::string_view, 4> digits{"108776032459082956800",
                                                     "5524751496156892842531225600",
                                                     "9982437658213039871725064756920320000",
                                                     "776966836171770144107444346734230682311065600000"};
    return N >= 8 && N <= 11 ? digits[N - 8] : std::string_view{};
  }();

  /// The table of all squares.
  [[nodiscard]] board_set<N * N> const& boards() const
    requires(N <= 5)
  {
    static auto const all = detail::all_from_reduced<N>();
    return all;
  }

 private:
  static constexpr std::array<std::uint64_t, 8> small_populations{
      0, 1, 2, 12, 576, 161'280, 812'851'200, 61'479'419'904'000};
  static constexpr std::array<double, 4> large_populations{108776032459082956800.0,
                                                           5524751496156892842531225600.0,
                                                           9982437658213039871725064756920320000.0,
                                                           776966836171770144107444346734230682311065600000.0};
};

}  // namespace regula
