// SPDX-License-Identifier: MIT
/// @file
/// The oracle that has learned the rule and remembers nothing: the exact law of all boards of a rule.
#pragma once

#include <regula/concepts/exact_rule.hpp>
#include <regula/concepts/rule_refinements.hpp>
#include <regula/objectives/encoding.hpp>
#include <regula/oracles/detail/automaton_posterior.hpp>
#include <regula/oracles/detail/parity_mean.hpp>
#include <regula/oracles/detail/table_posterior.hpp>
#include <regula/oracles/oracle.hpp>
#include <regula/rules/automaton.hpp>
#include <regula/rules/group_parity.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>
#include <string>
#include <utility>

namespace regula {

/// What a perfect learner of the rule predicts: conditionals of the rule's measure, by forward and backward passes over
/// the cells of an automaton, else from the table of all boards.
///
/// Codes     R17
/// Cost      of an automaton O(D S V) a board, S states; of a table O(N D)
template <class R>
class population {
  static constexpr bool is_exact = Automaton<R> || Enumerable<R>;
  static_assert(
      is_exact,
      "[regula:R17] an oracle of a rule's population needs an automaton (state_count, start, step, accepts) or "
      "a table of its boards (`boards()`)");

 public:
  static constexpr std::size_t cell_count = R::cell_count;
  static constexpr token alphabet         = R::alphabet;
  static constexpr head_set heads         = oracle_heads;

  explicit population(R rule) : rule_{std::move(rule)} {
    population_size const size = completions(detail::hidden_cells<cell_count>());
    require(size.exact != 0,
            "population: expected a rule with at least one board, but {} has none",
            describe(rule_).text());
    if constexpr (Automaton<R> && !Weighs<R>) log_each_ = -size.log2 * std::numbers::ln2;
  }

  [[nodiscard]] R const& rule() const { return rule_; }
  [[nodiscard]] std::string name() const { return "population of " + describe(rule_).text(); }

  /// See the concept Oracle.
  [[nodiscard]] double posterior(std::span<double const> log_likelihood, std::span<double> out) const {
    if constexpr (Automaton<R>)
      return detail::automaton_posterior(rule_, log_likelihood, out) + log_each_;
    else
      return detail::table_posterior<cell_count, alphabet>(rule_.boards(), weights(), log_likelihood, out);
  }

  /// See the concept Oracle.
  void leave_one_out(std::span<double const> log_likelihood, std::span<double> out) const {
    if constexpr (Automaton<R>)
      detail::automaton_leave_one_out(rule_, log_likelihood, out);
    else
      detail::table_leave_one_out<cell_count, alphabet>(rule_.boards(), weights(), log_likelihood, out);
  }

  /// How many boards have these visible cells; hidden ones are `no_token`.
  [[nodiscard]] population_size completions(cells<cell_count> visible) const {
    if constexpr (Automaton<R>) {
      return count_completions(rule_, visible);
    } else {
      std::uint64_t n = 0;
      for (cells<cell_count> const board : rule_.boards())
        n += std::ranges::equal(board, visible, [](token v, token seen) { return seen == no_token || seen == v; });
      return population_size::of(n);
    }
  }

  /// The mean of signs under group parity has a closed form.
  void closed_form_mean(pm1 const&, std::span<double const> x, double sigma, std::span<double> out) const
    requires detail::IsGroupParity<R>
  {
    detail::parity_mean<detail::group_size<R>>(x, sigma, out);
  }

 private:
  [[nodiscard]] std::span<double const> weights() const {
    if constexpr (ListsProbabilities<R>)
      return rule_.probabilities();
    else
      return {};
  }

  R rule_;
  double log_each_ = 0;  // ln of the probability of a board, where the automaton's steps have no weights
};

}  // namespace regula
