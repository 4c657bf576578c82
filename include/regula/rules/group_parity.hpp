// SPDX-License-Identifier: MIT
/// @file
/// Group parity: the product of every run of G cells is +1.
#pragma once

#include <regula/concepts/exact_rule.hpp>
#include <regula/concepts/rule.hpp>
#include <regula/concepts/rule_refinements.hpp>
#include <regula/random/draws.hpp>
#include <regula/rules/fixed_count.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace regula {

namespace detail {

/// D, once G is found to divide it. (An assertion in the body of a rule would make clang take the rule for no Rule.)
template <std::size_t D, std::size_t G>
consteval std::size_t cells_in_groups() {
  static_assert(G > 0 && D % G == 0, "[regula:R6] group_parity<D, G>: the group size G divides the cell count D");
  return D;
}

}  // namespace detail

/// D cells of values +1 (symbol 1) and -1 (symbol 0) in groups of G neighbours; the product over each group is +1,
/// so each holds an even number of symbols 0. Uniform on its 2^(D - D/G) boards.
///
/// Clauses  `groups`: one a group
/// Codes    R6
template <std::size_t D, std::size_t G>
struct group_parity {
  static constexpr std::size_t cell_count  = detail::cells_in_groups<D, G>();
  static constexpr token alphabet          = 2;
  static constexpr std::size_t group_count = G == 0 ? 0 : D / G;
  static constexpr std::string_view name   = "group_parity";
  static constexpr std::array<clause_family, 1> clause_families{{{"groups", group_count}}};

  static constexpr std::array<parameter, 2> parameters() { return {{{"cells", D}, {"group", G}}}; }

  [[nodiscard]] constexpr bool holds(cells<D> x) const noexcept {
    for (std::size_t g = 0; g < group_count; ++g)
      if (!is_even(x.subspan(g * G, G))) return false;
    return true;
  }

  constexpr void judge(cells<D> x, std::span<bool> verdicts) const noexcept {
    for (std::size_t g = 0; g < group_count; ++g)
      verdicts[g] = is_even(x.subspan(g * G, G));
  }

  static constexpr bool looks_at(std::size_t clause, std::size_t cell) noexcept { return cell / G == clause; }

  /// The even patterns of a group.
  static constexpr double clause_patterns = [] {
    double patterns = 1;
    for (std::size_t i = 1; i < G; ++i)
      patterns *= 2;
    return patterns;
  }();

  /// G - 1 free cells a group, the last one makes it even.
  constexpr void draw(auto& rng, cells_out<D> x) const {
    for (std::size_t g = 0; g < group_count; ++g) {
      auto const free_cells = x.subspan(g * G, G - 1);
      for (token& cell : free_cells)
        cell = pick(rng, alphabet);
      x[g * G + G - 1] = count_symbol(free_cells, 0) % 2 == 0 ? 1 : 0;
    }
  }

  [[nodiscard]] population_size population() const { return population_size::power(2, D - group_count); }

  // As an automaton: whether the group that is being read has had an odd number of symbols 0.
  static constexpr std::size_t state_count = 2;

  static constexpr std::size_t start() noexcept { return 0; }
  static constexpr std::size_t step(std::size_t cell, std::size_t odd, token v) noexcept {
    std::size_t const next = odd ^ (v == 0 ? 1U : 0U);
    return (cell + 1) % G == 0 && next != 0 ? no_state : next;
  }
  static constexpr bool accepts(std::size_t odd) noexcept { return odd == 0; }

 private:
  static constexpr bool is_even(std::span<token const> group) noexcept {
    auto const zeros = count_symbol(group, 0);
    return zeros % 2 == 0 && zeros + count_symbol(group, 1) == G;
  }
};

}  // namespace regula
