// SPDX-License-Identifier: MIT
/// @file
/// Exact-K: exactly K of all cells hold symbol 1.
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
template <std::size_t D, std::size_t K>
consteval std::size_t cells_of_exact_k() {
  static_assert(K <= D, "[regula:R7] exact_k<D, K>: K symbols 1 fit into D cells, so K <= D");
  return D;
}

}  // namespace detail

/// D cells of symbols 0 and 1, exactly K of them 1. Uniform on its C(D, K) boards.
///
/// Clauses  `count`: one, the rule itself
/// Codes    R7
template <std::size_t D, std::size_t K>
struct exact_k {
  static constexpr std::size_t cell_count = detail::cells_of_exact_k<D, K>();
  static constexpr token alphabet         = 2;
  static constexpr std::string_view name  = "exact_k";
  static constexpr std::array<clause_family, 1> clause_families{{{"count", 1}}};

  static constexpr std::array<parameter, 2> parameters() { return {{{"cells", D}, {"k", K}}}; }

  [[nodiscard]] constexpr bool holds(cells<D> x) const noexcept { return has_count(x, K); }

  constexpr void judge(cells<D> x, std::span<bool> verdicts) const noexcept { verdicts[0] = holds(x); }

  constexpr void draw(auto& rng, cells_out<D> x) const { draw_count(rng, x, K); }

  [[nodiscard]] population_size population() const { return binomial(D, K); }

  // As an automaton: how many symbols 1 there were so far.
  static constexpr std::size_t state_count = K + 1;

  static constexpr std::size_t start() noexcept { return 0; }
  static constexpr std::size_t step(std::size_t, std::size_t ones, token v) noexcept {
    return v == 1 && ones == K ? no_state : ones + v;
  }
  static constexpr bool accepts(std::size_t ones) noexcept { return ones == K; }
};

}  // namespace regula
