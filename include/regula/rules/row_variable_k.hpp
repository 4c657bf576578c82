// SPDX-License-Identifier: MIT
/// @file
/// Row-variable-K: the number of symbols 1 of every row is one of a list.
#pragma once

#include <regula/concepts/exact_rule.hpp>
#include <regula/concepts/rule_refinements.hpp>
#include <regula/random/draws.hpp>
#include <regula/rules/automaton.hpp>
#include <regula/rules/count_list.hpp>
#include <regula/rules/counting.hpp>
#include <regula/rules/fixed_count.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace regula {

/// A board of R rows and C columns of symbols 0 and 1; every row holds one of Counts symbols 1.
///
/// Not uniform: each row draws its count uniformly from the list, then its positions uniformly, so a board has
/// probability prod over rows of 1 / (|Counts| C(C, count)).
/// Clauses  `rows`: one a row
/// Codes    R7 R10
template <std::size_t R, std::size_t C, std::size_t... Counts>
struct row_variable_k {
  using list = count_list<C, Counts...>;
  static_assert(list::checked);

  static constexpr std::size_t cell_count = R * C;
  static constexpr token alphabet         = 2;
  static constexpr std::string_view name  = "row_variable_k";
  static constexpr extents board{R, C};
  static constexpr std::array<clause_family, 1> clause_families{{{"rows", R}}};

  static constexpr auto parameters() { return list::parameters_of_board(R); }

  [[nodiscard]] constexpr bool holds(cells<R * C> x) const noexcept { return accepts_board(*this, x); }

  constexpr void judge(cells<R * C> x, std::span<bool> verdicts) const noexcept {
    for (std::size_t r = 0; r < R; ++r)
      verdicts[r] = list::contains(count_ones(x.subspan(r * C, C)));
  }

  static constexpr bool looks_at(std::size_t clause, std::size_t cell) noexcept { return cell / C == clause; }

  constexpr void draw(auto& rng, cells_out<R * C> x) const {
    for (std::size_t r = 0; r < R; ++r)
      draw_count(rng, x.subspan(r * C, C), list::values[pick(rng, list::size)]);
  }

  [[nodiscard]] double probability(cells<R * C> x) const { return probability_of(*this, x); }

  [[nodiscard]] population_size population() const { return population_of(*this); }

  // As an automaton: how many symbols 1 the row has had so far.
  static constexpr std::size_t state_count = C + 1;

  static constexpr std::size_t start() noexcept { return 0; }
  static constexpr std::size_t step(std::size_t cell, std::size_t ones, token v) noexcept {
    if (ones + v > C) return no_state;
    bool const row_ends = (cell + 1) % C == 0;
    if (row_ends) return list::contains(ones + v) ? 0 : no_state;
    return ones + v;
  }
  static constexpr bool accepts(std::size_t ones) noexcept { return ones == 0; }
  static constexpr double weight(std::size_t cell, std::size_t ones, token v) noexcept {
    bool const row_ends = (cell + 1) % C == 0;
    return row_ends ? 1 / (static_cast<double>(list::size) * choose(C, ones + v)) : 1;
  }
};

}  // namespace regula
