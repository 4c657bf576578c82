// SPDX-License-Identifier: MIT
/// @file
/// The laws of the Rule concept as code: what a compiler cannot check of a rule, checked on draws and by enumeration.
#pragma once

#include <regula/concepts/rule.hpp>
#include <regula/concepts/rule_refinements.hpp>
#include <regula/testing/detail/exact_laws.hpp>
#include <regula/testing/detail/examined_rule.hpp>
#include <regula/testing/detail/rule_laws.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace regula::laws {

/// How thoroughly a rule is examined.
struct options {
  std::size_t draws  = 4096;
  std::uint64_t seed = 1;
  bool uniform       = true;  ///< false for a rule that draws by a law which it does not state: leaves law 7 out
};

/// The laws that the rule breaks, one sentence each with a counterexample; empty if all hold. For any test framework:
/// `CHECK(regula::laws::rule(my_rule{}).empty())`.
///
/// 1. every draw holds
/// 2. a symbol outside the alphabet breaks the rule, whichever cell it is in
/// 3. holds is pure: a board's verdict never changes
/// 4. copies are values: a copy judges alike, and draws the same board from the same stream
/// 5. clauses agree with holds: it is true exactly when all verdicts are (of a rule with clauses)
/// 6. the population is the number of valid boards (of a rule that states it, where it can be counted)
/// 7. draws follow the stated measure: `probability` where the rule states it, else uniform on the valid boards (where
///    they can be counted and each is expected 5 times or more); stated probabilities sum to 1
/// 8. the automaton accepts what holds, and as many boards as the rule states (of a rule that is an automaton)
/// 9. the table lists the valid boards, each once (of a rule that has one)
///
/// Boards are counted by enumeration if there are at most 2^20 of them, V^D. Law 7 compares the frequencies of
/// `draws` draws with the expected ones by a chi-square statistic and allows 5 standard errors (Wilson-Hilferty), which
/// a right rule exceeds for one seed in three million.
template <Rule R>
[[nodiscard]] std::vector<std::string> rule(R const& subject, options const& chosen = {}) {
  detail::examined_rule const examined{subject, chosen.draws, chosen.seed};
  std::vector<std::string> broken;
  auto const add = [&](detail::finding const& finding) {
    if (finding) broken.push_back(*finding);
  };
  add(detail::draws_hold(examined));
  add(detail::alphabet_is_closed(examined));
  add(detail::holds_is_pure(examined));
  add(detail::copies_are_values(examined));
  add(detail::clauses_agree(examined));
  add(detail::population_is_exact(examined));
  add(detail::probabilities_sum_to_one(examined));
  if (chosen.uniform) add(detail::draws_follow_the_measure(examined));
  add(detail::automaton_agrees(examined));
  add(detail::table_agrees(examined));
  return broken;
}

}  // namespace regula::laws
