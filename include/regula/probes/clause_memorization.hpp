// SPDX-License-Identifier: MIT
/// @file
/// The probe of memory in parts: which share of the samples' clauses holds what a clause of a training board held.
#pragma once

#include <regula/concepts/exact_rule.hpp>
#include <regula/concepts/probe.hpp>
#include <regula/probes/detail/clause_patterns.hpp>
#include <regula/probes/memorization.hpp>
#include <regula/probes/rate.hpp>

#include <boost/hana/adapt_struct.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace regula {

/// How many patterns of a family's clauses (what their cells hold) are known from training boards.
///
/// Chance is what uniform draws of valid boards would reach, NaN where it is not known; above chance 0 is chance and 1
/// is always. Where training boards hold every pattern that is valid, chance is 1 and nothing is above it.
/// Units     both rates have all clauses of all samples as denominator
struct known_patterns {
  std::string family;
  rate anywhere;  ///< in some training board, in any clause of the family
  double anywhere_chance       = std::numeric_limits<double>::quiet_NaN();
  double anywhere_above_chance = std::numeric_limits<double>::quiet_NaN();
  rate in_place;  ///< in some training board, in the same clause
  double in_place_chance       = std::numeric_limits<double>::quiet_NaN();
  double in_place_above_chance = std::numeric_limits<double>::quiet_NaN();
};

/// Share of clauses of the samples whose pattern is known from a training board, family by family.
///
/// Cost      by the number of training boards and their clauses; chance of an automaton by its different patterns
/// Source    Wang, Finn, Liu 2026, arXiv:2605.10019, whose group level is `anywhere` of the first family
struct clause_memorization {
  static constexpr std::string_view name = "clause_memorization";
  static constexpr probe_need needs      = probe_need::samples;

  struct result {
    std::vector<known_patterns> families;  ///< of a rule that does not say where its clauses look, the whole `board`
  };

  template <Rule R, class V>
  [[nodiscard]] result measure(evaluation<R, V> const& e) const {
    auto const whole = memorization{}.measure(e);
    result out;
    for (detail::placed_family const& family : detail::placed_families(e.rule))
      out.families.push_back(memory_of(e, family, whole));
    return out;
  }

 private:
  template <Rule R, class V>
  [[nodiscard]] static known_patterns memory_of(evaluation<R, V> const& e,
                                                detail::placed_family const& family,
                                                memorization::result const& whole) {
    known_patterns out;
    out.family = family.name;
    if (family.clauses.size() == 1 && family.clauses[0].size() == R::cell_count) {
      out.anywhere = out.in_place = whole.copied;
      out.anywhere_chance = out.in_place_chance = whole.chance;
    } else {
      count_known(e, family, out);
    }
    out.anywhere_above_chance = above_chance(out.anywhere, out.anywhere_chance);
    out.in_place_above_chance = above_chance(out.in_place, out.in_place_chance);
    return out;
  }

  template <Rule R, class V>
  static void count_known(evaluation<R, V> const& e, detail::placed_family const& family, known_patterns& out) {
    std::size_t longest = 0;
    for (auto const& places : family.clauses)
      longest = std::max(longest, places.size());
    detail::pattern_set<R::alphabet> anywhere{longest};
    std::vector in_place(family.clauses.size(), anywhere);
    std::vector<token> pattern;
    auto const for_each_pattern = [&](board_set<R::cell_count> const& boards, auto const& visit) {
      for (cells<R::cell_count> const x : boards)
        for (std::size_t c = 0; c < family.clauses.size(); ++c) {
          pattern.clear();
          for (std::size_t const cell : family.clauses[c])
            pattern.push_back(x[cell]);
          visit(c);
        }
    };
    for_each_pattern(e.data.training, [&](std::size_t c) {
      anywhere.insert(pattern);
      in_place[c].insert(pattern);
    });
    for_each_pattern(e.samples, [&](std::size_t c) {
      out.anywhere.add(anywhere.contains(pattern));
      out.in_place.add(in_place[c].contains(pattern));
    });
    out.anywhere_chance = out.in_place_chance = 0;
    auto const clauses                        = static_cast<double>(family.clauses.size());
    for (std::size_t c = 0; c < family.clauses.size(); ++c) {
      out.anywhere_chance += chance_of(e.rule, family.clauses[c], anywhere) / clauses;
      out.in_place_chance += chance_of(e.rule, family.clauses[c], in_place[c]) / clauses;
    }
  }

  /// The probability that a uniform valid board holds one of the patterns in these cells.
  template <Rule R>
  [[nodiscard]] static double chance_of(R const& rule,
                                        std::span<std::size_t const> places,
                                        detail::pattern_set<R::alphabet> const& set) {
    double sum = 0;
    if constexpr (requires { R::clause_patterns; }) {
      sum = static_cast<double>(set.size()) / R::clause_patterns;
    } else {
      population_size all{0, 0};
      if constexpr (Automaton<R>) all = population_of(rule);
      set.for_each([&](std::vector<token> const& pattern) {
        if (pattern.size() == places.size()) sum += detail::share_of_boards(rule, places, pattern, all);
      });
      if (!Automaton<R> && !Enumerable<R>) sum = std::numeric_limits<double>::quiet_NaN();
    }
    return sum;
  }
};

}  // namespace regula

BOOST_HANA_ADAPT_STRUCT(regula::known_patterns,
                        family,
                        anywhere,
                        anywhere_chance,
                        anywhere_above_chance,
                        in_place,
                        in_place_chance,
                        in_place_above_chance);
BOOST_HANA_ADAPT_STRUCT(regula::clause_memorization::result, families);
