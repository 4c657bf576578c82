// SPDX-License-Identifier: MIT
/// @file
/// Global-K: all rows hold the same number of symbols 1, one of a list.
#pragma once

#include <regula/concepts/exact_rule.hpp>
#include <regula/concepts/rule_refinements.hpp>
#include <regula/random/draws.hpp>
#include <regula/rules/automaton.hpp>
#include <regula/rules/count_list.hpp>
#include <regula/rules/counting.hpp>
#include <regula/rules/fixed_count.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace regula {

/// A board of R rows and C columns of symbols 0 and 1; all rows hold the same one of Counts symbols 1.
///
/// Not uniform: a board draws one count uniformly from the list, then the positions of every row uniformly, so it has
/// probability 1 / (|Counts| C(C, count)^R).
/// Clauses  `rows`: one a row, its count is in the list; `shared`: one, all rows have the same count
/// Codes    R7 R10
template <std::size_t R, std::size_t C, std::size_t... Counts>
struct global_k {
  using list = count_list<C, Counts...>;
  static_assert(list::checked);

  static constexpr std::size_t cell_count = R * C;
  static constexpr token alphabet         = 2;
  static constexpr std::string_view name  = "global_k";
  static constexpr extents board{R, C};
  static constexpr std::array<clause_family, 2> clause_families{{{"rows", R}, {"shared", 1}}};

  static constexpr auto parameters() { return list::parameters_of_board(R); }

  [[nodiscard]] constexpr bool holds(cells<R * C> x) const noexcept { return accepts_board(*this, x); }

  constexpr void judge(cells<R * C> x, std::span<bool> verdicts) const noexcept {
    bool same               = true;
    std::size_t const first = count_ones(x.subspan(0, C));
    for (std::size_t r = 0; r < R; ++r) {
      std::size_t const ones = count_ones(x.subspan(r * C, C));
      verdicts[r]            = list::contains(ones);
      same                   = same && ones == first && ones != not_counted;
    }
    verdicts[R] = same;
  }

  static constexpr bool looks_at(std::size_t clause, std::size_t cell) noexcept {
    return clause == R || cell / C == clause;
  }

  constexpr void draw(auto& rng, cells_out<R * C> x) const {
    std::size_t const ones = list::values[pick(rng, list::size)];
    for (std::size_t r = 0; r < R; ++r)
      draw_count(rng, x.subspan(r * C, C), ones);
  }

  [[nodiscard]] double probability(cells<R * C> x) const { return probability_of(*this, x); }

  [[nodiscard]] population_size population() const { return population_of(*this); }

  // As an automaton: how many symbols 1 the row has had so far, and which count of the list the first row had.
  static constexpr std::size_t row_states  = C + 1;
  static constexpr std::size_t state_count = row_states * (1 + list::size);  // block 0: the first row itself

  static constexpr std::size_t start() noexcept { return 0; }
  static constexpr std::size_t step(std::size_t cell, std::size_t state, token v) noexcept {
    std::size_t const block = state / row_states, ones = state % row_states + v;
    if (ones > C) return no_state;
    bool const row_ends = (cell + 1) % C == 0;
    if (!row_ends) return block * row_states + ones;
    if (block == 0) return list::contains(ones) ? (1 + list::place_of(ones)) * row_states : no_state;
    return ones == list::values[block - 1] ? block * row_states : no_state;
  }
  static constexpr bool accepts(std::size_t state) noexcept { return state >= row_states && state % row_states == 0; }
  static constexpr double weight(std::size_t cell, std::size_t state, token v) noexcept {
    bool const first_row_ends = cell + 1 == C;
    if (!first_row_ends) return 1;
    double weight = 1 / static_cast<double>(list::size);
    for (std::size_t r = 0; r < R; ++r)
      weight /= choose(C, state + v);
    return weight;
  }
};

}  // namespace regula
