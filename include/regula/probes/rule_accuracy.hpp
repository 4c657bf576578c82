// SPDX-License-Identifier: MIT
/// @file
/// The probe of the rule clock: which share of the samples obeys the rule, as whole boards and clause by clause.
#pragma once

#include <regula/concepts/probe.hpp>
#include <regula/probes/rate.hpp>

#include <boost/hana/adapt_struct.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace regula {

/// Share of samples and of clauses that hold. Samples with an undecodable cell count as wrong.
///
/// Units     every rate has all samples (or all their clauses) as denominator
struct rule_accuracy {
  static constexpr std::string_view name = "rule_accuracy";
  static constexpr probe_need needs      = probe_need::samples;

  struct result {
    rate valid;                         ///< samples that obey the whole rule
    rate clauses;                       ///< clauses that hold, all families together
    rate undecodable;                   ///< samples with at least one cell that did not decode
    std::vector<family_rate> families;  ///< clauses by family; empty if the rule states none
    std::vector<family_rate> whole;     ///< samples that obey all clauses of a family
  };

  template <Rule R, class V>
  [[nodiscard]] result measure(evaluation<R, V> const& e) const {
    result out;
    for (cells<R::cell_count> const x : e.samples) {
      out.valid.add(is_valid(e.rule, x));
      out.undecodable.add(std::ranges::find(x, no_token) != x.end());
    }
    if constexpr (HasClauses<R>) {
      judge_families(e, out);
    } else {
      out.clauses = out.valid;
    }
    return out;
  }

 private:
  template <HasClauses R, class V>
  static void judge_families(evaluation<R, V> const& e, result& out) {
    for (clause_family const& f : R::clause_families)
      out.families.push_back({std::string{f.name}, {}});
    out.whole = out.families;
    std::array<bool, clause_count<R>()> verdicts;
    for (cells<R::cell_count> const x : e.samples) {
      e.rule.judge(x, verdicts);
      std::size_t next = 0;
      for (std::size_t f = 0; f < R::clause_families.size(); ++f) {
        bool all_hold = true;
        for (std::size_t i = 0; i < R::clause_families[f].count; ++i) {
          out.families[f].clauses.add(verdicts[next]);
          out.clauses.add(verdicts[next]);
          all_hold = all_hold && verdicts[next];
          ++next;
        }
        out.whole[f].clauses.add(all_hold);
      }
    }
  }
};

}  // namespace regula

BOOST_HANA_ADAPT_STRUCT(regula::rule_accuracy::result, valid, clauses, undecodable, families, whole);
