// SPDX-License-Identifier: MIT
/// @file
/// A rule with its symbols renamed.
#pragma once

#include <regula/concepts/exact_rule.hpp>
#include <regula/concepts/rule_refinements.hpp>
#include <regula/error.hpp>
#include <regula/rules/detail/kept_members.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace regula {

/// Symbol v of the rule is called names[v]. Everything that the rule states is kept: clauses, population, measure,
/// automaton, table.
///
/// Errors  the constructor throws range_error unless the names are a permutation of the alphabet
template <Rule R>
class relabelled : public detail::kept_states<R>, public detail::kept_clauses<R> {
  static constexpr bool has_table = Enumerable<R>;

 public:
  static constexpr std::size_t cell_count = R::cell_count;
  static constexpr token alphabet         = R::alphabet;
  static constexpr std::string_view name  = "relabel";
  static constexpr extents board          = board_of<R>();

  using symbol_names = std::array<token, R::alphabet>;

  constexpr relabelled(R const& rule, symbol_names const& names) : rule_{rule}, names_{names} {
    symbols_.fill(no_token);
    for (token v = 0; v < alphabet; ++v) {
      bool const is_first = names_[v] < alphabet && symbols_[names_[v]] == no_token;
      require(is_first,
              "relabel: expected every symbol below {} once among the names, but symbol {} is called {}",
              token{alphabet},
              v,
              names_[v]);
      symbols_[names_[v]] = v;
    }
    if constexpr (has_table) boards_ = std::make_shared<board_set<cell_count> const>(renamed_table());
  }

  [[nodiscard]] std::vector<parameter> parameters() const {
    std::vector<parameter> list;
    for (token const n : names_)
      list.push_back({"names", n, true});
    return list;
  }
  [[nodiscard]] std::vector<description> parts() const { return {describe(rule_)}; }

  [[nodiscard]] constexpr bool holds(cells<cell_count> x) const noexcept { return rule_.holds(renamed(x)); }

  constexpr void judge(cells<cell_count> x, std::span<bool> verdicts) const noexcept
    requires HasClauses<R>
  {
    rule_.judge(renamed(x), verdicts);
  }

  constexpr void draw(auto& rng, cells_out<cell_count> x) const {
    rule_.draw(rng, x);
    for (token& cell : x)
      cell = names_[cell];
  }

  [[nodiscard]] population_size population() const
    requires Counted<R>
  {
    return rule_.population();
  }

  [[nodiscard]] double probability(cells<cell_count> x) const
    requires StatesProbability<R>
  {
    return rule_.probability(renamed(x));
  }

  [[nodiscard]] constexpr std::size_t start() const noexcept
    requires Automaton<R>
  {
    return rule_.start();
  }
  [[nodiscard]] constexpr std::size_t step(std::size_t cell, std::size_t state, token v) const noexcept
    requires Automaton<R>
  {
    return rule_.step(cell, state, symbols_[v]);
  }
  [[nodiscard]] constexpr bool accepts(std::size_t state) const noexcept
    requires Automaton<R>
  {
    return rule_.accepts(state);
  }
  [[nodiscard]] constexpr double weight(std::size_t cell, std::size_t state, token v) const noexcept
    requires Weighs<R>
  {
    return rule_.weight(cell, state, symbols_[v]);
  }

  [[nodiscard]] board_set<cell_count> const& boards() const
    requires has_table
  {
    return *boards_;
  }
  [[nodiscard]] std::span<double const> probabilities() const
    requires ListsProbabilities<R>
  {
    return rule_.probabilities();
  }

 private:
  /// x in the symbols of the rule; a symbol outside the alphabet stays outside.
  constexpr std::array<token, cell_count> renamed(cells<cell_count> x) const noexcept {
    std::array<token, cell_count> out{};
    std::ranges::transform(x, out.begin(), [&](token v) { return v < alphabet ? symbols_[v] : no_token; });
    return out;
  }

  board_set<cell_count> renamed_table() const {
    board_set<cell_count> table;
    for (cells<cell_count> const from : rule_.boards()) {
      std::array<token, cell_count> to;
      std::ranges::transform(from, to.begin(), [&](token v) { return names_[v]; });
      table.push_back(to);
    }
    return table;
  }

  R rule_;
  symbol_names names_, symbols_{};  // of a symbol of the rule its name; of a name the symbol
  std::conditional_t<has_table, std::shared_ptr<board_set<cell_count> const>, std::monostate> boards_;
};

/// The rule with symbol v called names[v]: `relabel(latin_square<3>{}, {2, 0, 1})`.
template <Rule R>
[[nodiscard]] constexpr relabelled<R> relabel(R const& rule, std::array<token, R::alphabet> const& names) {
  return {rule, names};
}

}  // namespace regula
