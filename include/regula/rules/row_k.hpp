// SPDX-License-Identifier: MIT
/// @file
/// Row-K: every row of a board holds exactly K symbols 1.
#pragma once

#include <regula/concepts/exact_rule.hpp>
#include <regula/concepts/rule.hpp>
#include <regula/concepts/rule_refinements.hpp>
#include <regula/rules/counting.hpp>
#include <regula/rules/fixed_count.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace regula {

namespace detail {

/// The cells, once K is found to fit. (An assertion in the body of a rule would make clang take the rule for no Rule.)
template <std::size_t R, std::size_t C, std::size_t K>
consteval std::size_t cells_of_row_k() {
  static_assert(K <= C, "[regula:R7] row_k<R, C, K>: K symbols 1 fit into a row of C cells, so K <= C");
  return R * C;
}

}  // namespace detail

/// A board of R rows and C columns of symbols 0 and 1, exactly K of every row 1. Uniform on its C(C, K)^R boards.
///
/// Clauses  `rows`: one a row
/// Codes    R7
template <std::size_t R, std::size_t C, std::size_t K>
struct row_k {
  static constexpr std::size_t cell_count = detail::cells_of_row_k<R, C, K>();
  static constexpr token alphabet         = 2;
  static constexpr std::string_view name  = "row_k";
  static constexpr extents board{R, C};
  static constexpr std::array<clause_family, 1> clause_families{{{"rows", R}}};

  static constexpr std::array<parameter, 3> parameters() { return {{{"rows", R}, {"cols", C}, {"k", K}}}; }

  [[nodiscard]] constexpr bool holds(cells<R * C> x) const noexcept {
    for (std::size_t r = 0; r < R; ++r)
      if (!has_count(x.subspan(r * C, C), K)) return false;
    return true;
  }

  constexpr void judge(cells<R * C> x, std::span<bool> verdicts) const noexcept {
    for (std::size_t r = 0; r < R; ++r)
      verdicts[r] = has_count(x.subspan(r * C, C), K);
  }

  static constexpr bool looks_at(std::size_t clause, std::size_t cell) noexcept { return cell / C == clause; }

  constexpr void draw(auto& rng, cells_out<R * C> x) const {
    for (std::size_t r = 0; r < R; ++r)
      draw_count(rng, x.subspan(r * C, C), K);
  }

  [[nodiscard]] population_size population() const { return to_the_power(binomial(C, K), R); }

  // As an automaton: how many symbols 1 the row has had so far.
  static constexpr std::size_t state_count = K + 1;

  static constexpr std::size_t start() noexcept { return 0; }
  static constexpr std::size_t step(std::size_t cell, std::size_t ones, token v) noexcept {
    if (v == 1 && ones == K) return no_state;
    bool const row_ends = (cell + 1) % C == 0;
    if (row_ends) return ones + v == K ? 0 : no_state;
    return ones + v;
  }
  static constexpr bool accepts(std::size_t ones) noexcept { return ones == 0; }
};

}  // namespace regula
