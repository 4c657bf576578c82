// SPDX-License-Identifier: MIT
/// @file
/// What a Rule may state beyond the minimum: its clauses, its population, its name and parameters, its board.
#pragma once

#include <regula/concepts/parameter.hpp>
#include <regula/concepts/rule.hpp>
#include <regula/detail/type_name.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace regula {

/// A named group of sub-constraints of a rule (rows, columns, boxes, parity groups) and how many there are.
struct clause_family {
  std::string_view name;
  std::size_t count;
};

/// Idea     A rule that is the conjunction of clauses, so that a sample can be partly right.
/// Minimal  `static constexpr std::array<clause_family, n> clause_families`;
///          `void judge(cells<cell_count> x, std::span<bool> verdicts) const noexcept` writes one verdict a clause,
///          family by family
/// Laws     `holds(x)` is true exactly when all verdicts are
template <class R>
concept HasClauses = Rule<R> && requires(R const& r, cells<R::cell_count> x, std::span<bool> verdicts) {
  { R::clause_families.size() } -> std::convertible_to<std::size_t>;
  { R::clause_families[0] } -> std::convertible_to<clause_family>;
  { r.judge(x, verdicts) } noexcept -> std::same_as<void>;
};

/// How many clauses a rule has: the length of the verdicts that `judge` writes.
template <HasClauses R>
[[nodiscard]] consteval std::size_t clause_count() {
  std::size_t total = 0;
  for (clause_family const& family : R::clause_families)
    total += family.count;
  return total;
}

/// Idea     A rule with clauses that says which cells each of them looks at, so that memory of a clause's symbols can
/// be
///          told from memory of boards.
/// Minimal  `bool looks_at(std::size_t clause, std::size_t cell) const noexcept`, clauses numbered as verdicts are
/// Optional `static constexpr double clause_patterns`: in a uniform valid board every clause has one of so many
///          patterns of symbols, all equally likely; not needed of an automaton or a table
/// Laws     a cell that a clause does not look at does not change its verdict
template <class R>
concept PlacesClauses = HasClauses<R> && requires(R const& r, std::size_t clause, std::size_t cell) {
  { r.looks_at(clause, cell) } noexcept -> std::same_as<bool>;
};

/// How many boards can be drawn from a rule. `exact` is missing only where it does not fit 64 bits.
struct population_size {
  std::optional<std::uint64_t> exact;
  double log2 = 0;  ///< -infinity for an empty rule

  static population_size of(std::uint64_t n) { return {n, std::log2(static_cast<double>(n))}; }

  /// base^exponent
  static population_size power(std::uint64_t base, std::uint64_t exponent) {
    std::uint64_t n = 1;
    for (std::uint64_t i = 0; i < exponent; ++i)
      if (__builtin_mul_overflow(n, base, &n))
        return {std::nullopt, static_cast<double>(exponent) * std::log2(static_cast<double>(base))};
    return {n, static_cast<double>(exponent) * std::log2(static_cast<double>(base))};
  }

  /// The share of the population that n distinct boards make up; at most 1.
  [[nodiscard]] double share_of(std::uint64_t n) const {
    if (exact) return *exact == 0 ? 1.0 : std::min(1.0, static_cast<double>(n) / static_cast<double>(*exact));
    return std::min(1.0, static_cast<double>(n) * std::exp2(-log2));
  }
};

/// Idea     A rule that knows how many boards its `draw` can reach.
/// Minimal  `population_size population() const`
template <class R>
concept Counted = Rule<R> && requires(R const& r) {
  { r.population() } -> std::same_as<population_size>;
};

/// Idea     A part that says what it is called in records.
/// Minimal  `static constexpr std::string_view name`; `parameters()`, static or const, a contiguous range of
///          `parameter`
/// Optional `static constexpr unsigned version` (1 unless stated): raised when the part comes to mean something else;
///          `std::vector<description> parts() const` of a part that is made of others
template <class P>
concept Described = requires(P const& p) {
  { P::name } -> std::convertible_to<std::string_view>;
  { std::span<parameter const>(p.parameters()) };
};

/// What a record says of a part.
struct description {
  std::string name;
  unsigned version = 1;
  std::vector<parameter> parameters;
  std::vector<description> parts = {};

  /// In words: `group_parity{cells 36, group 3}`.
  [[nodiscard]] std::string text() const {
    std::string inner;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      bool const goes_on = i > 0 && parameters[i].in_list && parameters[i].name == parameters[i - 1].name;
      if (!goes_on) inner += (i == 0 ? "" : ", ") + std::string{parameters[i].name};
      inner += ' ' + parameters[i].value.text();
    }
    for (description const& part : parts)
      inner += (inner.empty() ? "" : ", ") + part.text();
    return inner.empty() ? name : name + '{' + inner + '}';
  }
};

/// The description of a part; one that states no name goes by its type's name.
template <class P>
[[nodiscard]] description describe(P const& part = {}) {
  description out{std::string{detail::type_name<P>()}, 1, {}};
  if constexpr (requires { std::string_view{P::name}; }) out.name = P::name;
  if constexpr (Described<P>) {
    auto const list = part.parameters();
    out.parameters.assign(list.begin(), list.end());
  }
  if constexpr (requires { out.parts = part.parts(); }) out.parts = part.parts();
  if constexpr (requires { P::version; }) out.version = P::version;
  return out;
}

/// Rows and columns of a board, for position tables and figures.
struct extents {
  std::size_t rows;
  std::size_t cols;

  [[nodiscard]] constexpr std::size_t cells() const { return rows * cols; }
  friend constexpr bool operator==(extents, extents) = default;
};

/// The most square factorisation of n cells with rows <= cols: 36 = 6 x 6, 24 = 4 x 6, 7 = 1 x 7.
[[nodiscard]] constexpr extents most_square(std::size_t n) {
  std::size_t rows = 1;
  for (std::size_t r = 2; r * r <= n; ++r)
    if (n % r == 0) rows = r;
  return {rows, n / rows};
}

/// The board of a rule: what it states as `static constexpr extents board`, else the most square factorisation.
template <Rule R>
[[nodiscard]] consteval extents board_of() {
  if constexpr (requires { R::board; }) {
    static_assert(R::board.cells() == R::cell_count, "[regula:R5] a Rule's board has rows * cols == cell_count");
    return R::board;
  } else {
    return most_square(R::cell_count);
  }
}

/// True if every cell of x holds a symbol of the rule's alphabet.
template <Rule R>
[[nodiscard]] constexpr bool in_alphabet(cells<R::cell_count> x) noexcept {
  return std::ranges::all_of(x, [](token t) { return t < R::alphabet; });
}

/// True if x is a board of the rule: all symbols in the alphabet, and the rule holds.
template <Rule R>
[[nodiscard]] constexpr bool is_valid(R const& rule, cells<R::cell_count> x) noexcept {
  return in_alphabet<R>(x) && rule.holds(x);
}

}  // namespace regula
