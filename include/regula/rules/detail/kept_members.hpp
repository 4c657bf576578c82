// SPDX-License-Identifier: MIT
/// @file
/// Static members that a rule made of another keeps from it, where it has them.
#pragma once

#include <regula/concepts/exact_rule.hpp>
#include <regula/concepts/rule_refinements.hpp>

#include <cstddef>

namespace regula::detail {

template <class R>
struct kept_states {};
template <Automaton R>
struct kept_states<R> {
  static constexpr std::size_t state_count = R::state_count;
};

template <class R>
struct kept_clauses {};
template <HasClauses R>
struct kept_clauses<R> {
  static constexpr auto clause_families = R::clause_families;
};

}  // namespace regula::detail
