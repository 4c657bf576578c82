// SPDX-License-Identifier: MIT
/// @file
/// All digits of a population, beyond 64 bits too. Apart from the other headers, for Boost.Multiprecision is not cheap.
#pragma once

#include <regula/concepts/exact_rule.hpp>
#include <regula/concepts/rule_refinements.hpp>
#include <regula/detail/automaton_passes.hpp>
#include <regula/error.hpp>

#include <boost/multiprecision/cpp_int.hpp>

#include <string>

namespace regula {

using big_integer = boost::multiprecision::cpp_int;

/// How many boards can be drawn from a rule, exactly: of an automaton by counting, of any other rule what it states,
/// in `population` or, where that does not fit 64 bits, as `static constexpr std::string_view population_digits`.
///
/// Errors    throws range_error if the rule knows its population by its logarithm only
template <class R>
  requires Automaton<R> || Counted<R>
[[nodiscard]] big_integer exact_population(R const& rule) {
  if constexpr (Automaton<R>) {
    return detail::completions<big_integer>(rule)[rule.start()];
  } else {
    auto const stated = rule.population();
    if (stated.exact) return *stated.exact;
    if constexpr (requires { R::population_digits; })
      if (!R::population_digits.empty()) return big_integer{std::string{R::population_digits}};
    throw range_error("exact_population: expected a rule that knows its population exactly, but " +
                      describe(rule).text() + " states its logarithm only");
  }
}

}  // namespace regula
