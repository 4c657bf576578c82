// SPDX-License-Identifier: MIT
/// @file
/// Rules made of rules on the same cells: all of them, any of them, one but not the other.
#pragma once

#include <regula/concepts/exact_rule.hpp>
#include <regula/concepts/rule_refinements.hpp>
#include <regula/rules/automaton.hpp>
#include <regula/rules/detail/combinations.hpp>

namespace regula {

/// The boards that obey all of the rules, uniformly, whatever measure the parts have.
///
/// Of automata the product automaton; else a table: the boards of the first part that can list its own and obey the
/// others. It may have no board at all: then its population is 0, and drawing throws range_error.
/// Clauses  `parts`: one a rule
/// Codes    R14 R15
template <Rule... Rs>
  requires(sizeof...(Rs) > 1)
[[nodiscard]] auto both(Rs const&... rules) {
  return detail::combine<detail::all_hold>(rules...);
}

/// The boards that obey at least one of the rules, uniformly.
///
/// Of automata the product automaton; else of tables the boards that one of them lists.
/// Codes    R14 R15
template <Rule... Rs>
  requires(sizeof...(Rs) > 1)
[[nodiscard]] auto either(Rs const&... rules) {
  return detail::combine<detail::any_holds>(rules...);
}

/// The boards that obey the first rule and break the second, uniformly.
///
/// Of automata the product automaton; else a table: the boards that the first part lists and that break the second.
/// Codes    R14 R15
template <Rule A, Rule B>
[[nodiscard]] auto but_not(A const& kept, B const& broken) {
  return detail::combine<detail::first_alone>(kept, broken);
}

}  // namespace regula
