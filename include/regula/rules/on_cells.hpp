// SPDX-License-Identifier: MIT
/// @file
/// A rule on some cells of a larger board, whose other cells are free.
#pragma once

#include <regula/concepts/exact_rule.hpp>
#include <regula/concepts/rule_refinements.hpp>
#include <regula/error.hpp>
#include <regula/random/draws.hpp>
#include <regula/rules/detail/kept_members.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace regula {

/// Cell i of the rule is cell places[i] of a board of D cells; the others hold any symbol, uniformly.
///
/// Clauses, population, measure and automaton of the rule are kept; a table is not.
/// Errors  the constructor throws range_error unless the places rise and lie below D
/// Codes   R16
template <std::size_t D, Rule R>
class placed : public detail::kept_states<R>, public detail::kept_clauses<R> {
  static_assert(R::cell_count <= D, "[regula:R16] on_cells<D>(rule, places): the rule has at most D cells");
  static constexpr std::size_t free_count = D - R::cell_count;

 public:
  static constexpr std::size_t cell_count = D;
  static constexpr token alphabet         = R::alphabet;
  static constexpr std::string_view name  = "on_cells";

  using place_list = std::array<std::size_t, R::cell_count>;

  constexpr placed(R const& rule, place_list const& places) : rule_{rule}, places_{places} {
    require(std::ranges::is_sorted(places_, std::ranges::less_equal{}) || R::cell_count == 1,
            "on_cells: expected places in rising order, none twice");
    require(places_.back() < D, "on_cells: expected places below {}, got {}", D, places_.back());
    cell_of_rule_.fill(R::cell_count);
    for (std::size_t i = 0; i < R::cell_count; ++i)
      cell_of_rule_[places_[i]] = i;
  }

  [[nodiscard]] std::vector<parameter> parameters() const {
    std::vector<parameter> list{{"cells", D}};
    for (std::size_t const p : places_)
      list.push_back({"places", p, true});
    return list;
  }
  [[nodiscard]] std::vector<description> parts() const { return {describe(rule_)}; }

  [[nodiscard]] constexpr bool holds(cells<D> x) const noexcept {
    return std::ranges::all_of(x, [](token v) { return v < alphabet; }) && rule_.holds(taken(x));
  }

  /// The clauses of the rule; they say nothing of the free cells, so a symbol outside the alphabet there breaks them
  /// all.
  constexpr void judge(cells<D> x, std::span<bool> verdicts) const noexcept
    requires HasClauses<R>
  {
    rule_.judge(taken(x), verdicts);
    bool free_cells_are_symbols = true;
    for (std::size_t cell = 0; cell < D; ++cell)
      free_cells_are_symbols = free_cells_are_symbols && (!is_free(cell) || x[cell] < alphabet);
    if (!free_cells_are_symbols) std::ranges::fill(verdicts, false);
  }

  constexpr void draw(auto& rng, cells_out<D> x) const {
    std::array<token, R::cell_count> drawn{};
    drawn.fill(no_token);
    rule_.draw(rng, cells_out<R::cell_count>{drawn});
    for (std::size_t cell = 0; cell < D; ++cell)
      x[cell] = is_free(cell) ? pick(rng, token{alphabet}) : drawn[cell_of_rule_[cell]];
  }

  [[nodiscard]] population_size population() const
    requires Counted<R>
  {
    auto const of_rule = rule_.population(), of_free = population_size::power(alphabet, free_count);
    std::uint64_t product = 0;
    if (of_rule.exact && of_free.exact && !__builtin_mul_overflow(*of_rule.exact, *of_free.exact, &product))
      return population_size::of(product);
    return {std::nullopt, of_rule.log2 + of_free.log2};
  }

  [[nodiscard]] double probability(cells<D> x) const
    requires StatesProbability<R>
  {
    return holds(x) ? rule_.probability(taken(x)) * std::pow(double{alphabet}, -static_cast<double>(free_count)) : 0;
  }

  [[nodiscard]] constexpr std::size_t start() const noexcept
    requires Automaton<R>
  {
    return rule_.start();
  }
  [[nodiscard]] constexpr std::size_t step(std::size_t cell, std::size_t state, token v) const noexcept
    requires Automaton<R>
  {
    return is_free(cell) ? state : rule_.step(cell_of_rule_[cell], state, v);
  }
  [[nodiscard]] constexpr bool accepts(std::size_t state) const noexcept
    requires Automaton<R>
  {
    return rule_.accepts(state);
  }
  [[nodiscard]] constexpr double weight(std::size_t cell, std::size_t state, token v) const noexcept
    requires Weighs<R>
  {
    return is_free(cell) ? 1 / double{alphabet} : rule_.weight(cell_of_rule_[cell], state, v);
  }

 private:
  [[nodiscard]] constexpr bool is_free(std::size_t cell) const noexcept { return cell_of_rule_[cell] == R::cell_count; }

  constexpr std::array<token, R::cell_count> taken(cells<D> x) const noexcept {
    std::array<token, R::cell_count> out{};
    for (std::size_t i = 0; i < R::cell_count; ++i)
      out[i] = x[places_[i]];
    return out;
  }

  R rule_;
  place_list places_;
  std::array<std::size_t, D> cell_of_rule_{};  // R::cell_count where a cell is free
};

/// The rule on these cells of a board of D: `on_cells<36>(exact_k<3, 1>{}, {0, 7, 14})`.
template <std::size_t D, Rule R>
[[nodiscard]] constexpr placed<D, R> on_cells(R const& rule, std::array<std::size_t, R::cell_count> const& places) {
  return {rule, places};
}

}  // namespace regula
