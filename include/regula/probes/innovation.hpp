// SPDX-License-Identifier: MIT
/// @file
/// The probe between the two clocks: which share of the samples obeys the rule without being a copy.
#pragma once

#include <regula/concepts/probe.hpp>
#include <regula/probes/rate.hpp>

#include <boost/hana/adapt_struct.hpp>

#include <limits>
#include <string_view>

namespace regula {

/// Share of samples that obey the rule and equal no training board.
///
/// Units     `novel` has all samples as denominator, `novel_of_valid` those that obey the rule
/// Source    Wang, Finn, Liu 2026, arXiv:2605.10019 (`innovation_of` two recorded curves gives the same)
struct innovation {
  static constexpr std::string_view name = "innovation";
  static constexpr probe_need needs      = probe_need::samples;

  struct result {
    rate novel;
    rate novel_of_valid;
    double ceiling;  ///< what uniform draws of valid boards would reach, 1 - N / population; NaN if it is unknown
  };

  template <Rule R, class V>
  [[nodiscard]] result measure(evaluation<R, V> const& e) const {
    result out{{}, {}, std::numeric_limits<double>::quiet_NaN()};
    for (cells<R::cell_count> const x : e.samples) {
      bool const obeys = is_valid(e.rule, x);
      bool const novel = obeys && !e.data.index_of_training.contains(x);
      out.novel.add(novel);
      if (obeys) out.novel_of_valid.add(novel);
    }
    if constexpr (Counted<R>) out.ceiling = 1 - e.rule.population().share_of(e.data.training.size());
    return out;
  }
};

}  // namespace regula

BOOST_HANA_ADAPT_STRUCT(regula::innovation::result, novel, novel_of_valid, ceiling);
