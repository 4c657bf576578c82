// SPDX-License-Identifier: MIT
/// @file
/// The probe of the memory clock: which share of the samples is a copy of a training board.
#pragma once

#include <regula/concepts/probe.hpp>
#include <regula/probes/rate.hpp>

#include <boost/hana/adapt_struct.hpp>

#include <cstddef>
#include <limits>
#include <string_view>

namespace regula {

/// Share of samples that equal a training board in every cell; probes/clause_memorization.hpp looks at their clauses.
///
/// Units     `copied` has all samples as denominator, `copied_of_valid` those that obey the rule
struct memorization {
  static constexpr std::string_view name = "memorization";
  static constexpr probe_need needs      = probe_need::samples;

  struct result {
    rate copied;
    rate copied_of_valid;
    double chance;        ///< N / population: what uniform draws of valid boards would copy; NaN if it is unknown
    double above_chance;  ///< of `copied`: 0 at chance, 1 always
  };

  template <Rule R, class V>
  [[nodiscard]] result measure(evaluation<R, V> const& e) const {
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    result out{{}, {}, unknown, unknown};
    for (cells<R::cell_count> const x : e.samples) {
      bool const copied = in_alphabet<R>(x) && e.data.index_of_training.contains(x);
      out.copied.add(copied);
      if (is_valid(e.rule, x)) out.copied_of_valid.add(copied);
    }
    if constexpr (Counted<R>) out.chance = e.rule.population().share_of(e.data.training.size());
    out.above_chance = above_chance(out.copied, out.chance);
    return out;
  }
};

}  // namespace regula

BOOST_HANA_ADAPT_STRUCT(regula::memorization::result, copied, copied_of_valid, chance, above_chance);
