// SPDX-License-Identifier: MIT
/// @file
/// The laws of the Rule and Probe concepts as code: what a compiler cannot check, checked on draws and by enumeration.
#pragma once

#include <regula/concepts/probe.hpp>
#include <regula/concepts/rule.hpp>
#include <regula/concepts/rule_refinements.hpp>
#include <regula/testing/detail/exact_laws.hpp>
#include <regula/testing/detail/examined_rule.hpp>
#include <regula/testing/detail/examined_samples.hpp>
#include <regula/testing/detail/probe_laws.hpp>
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
/// 10. a cell that a clause does not look at does not change its verdict (of a rule that says which it looks at)
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
  add(detail::clauses_look_where_they_say(examined));
  return broken;
}

/// On what a probe is examined.
struct probe_options {
  std::size_t samples = 64;
  split_sizes data    = {.train = 8, .held_out = 8, .control = 8};
  std::uint64_t seed  = 1;
};

/// The laws that the probe breaks on this evaluation, one sentence each; empty if all hold.
///
/// 1. measure is pure: the same evaluation gives the same result, to a copy of the probe too
/// 2. nothing is written: samples, their values and the data stay as they are
/// 3. the order of samples does not matter, unless the probe says that its lists hold one element a sample
/// 4. counts add up: none exceeds its total, and those of two parts of the samples sum to that of all
template <Probe P, Rule R, class V>
  requires Measures<P, R, V>
[[nodiscard]] std::vector<std::string> probe(P const& subject, evaluation<R, V> const& e) {
  std::vector<std::string> broken;
  for (auto const& finding : {detail::measure_is_pure(subject, e),
                              detail::nothing_is_written(subject, e),
                              detail::order_does_not_matter(subject, e),
                              detail::counts_add_up(subject, e)})
    if (finding) broken.push_back(*finding);
  return broken;
}

/// The same on an evaluation of a rule's boards, valid and broken, copies and such with cells that are no symbol:
/// `CHECK(regula::laws::probe(my_probe{}, regula::group_parity<12, 3>{}).empty())`. A probe that looks at the model
/// needs its view, for instance that of an oracle.
template <Probe P, Rule R, class V = detail::no_view>
  requires Measures<P, R, V>
[[nodiscard]] std::vector<std::string> probe(P const& subject,
                                             R const& of,
                                             probe_options const& chosen = {},
                                             V const& view               = {}) {
  detail::examined_samples<R> const examined{of, chosen.samples, chosen.data, chosen.seed};
  return probe(subject, examined.seen_with(view));
}

/// The fifth law: adding the probe to a plan changes no bit of a run. Trains the plan twice, without and with it; the
/// engine's header must be included. Its sentence if it is broken, else nothing.
template <Probe P, class Plan, class Settings, class Engine>
[[nodiscard]] std::vector<std::string> probe_in_run(P const& subject,
                                                    Plan const& plan,
                                                    Settings const& how,
                                                    Engine const& engine) {
  auto const finding = detail::run_is_left_alone(subject, plan, how, engine);
  return finding ? std::vector{*finding} : std::vector<std::string>{};
}

}  // namespace regula::laws
