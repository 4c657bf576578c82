// SPDX-License-Identifier: MIT
/// @file
/// The laws of what a rule states beyond the minimum, one function each: population, automaton, table, measure.
#pragma once

#include <regula/concepts/exact_rule.hpp>
#include <regula/concepts/rule.hpp>
#include <regula/concepts/rule_refinements.hpp>
#include <regula/data/board_index.hpp>
#include <regula/rules/automaton.hpp>
#include <regula/testing/detail/examined_rule.hpp>

#include <fmt/core.h>

#include <cmath>
#include <cstddef>
#include <vector>

namespace regula::laws::detail {

template <Rule R>
finding population_is_exact(examined_rule<R> const& e) {
  if constexpr (Counted<R>) {
    auto const stated = e.rule.population();
    if (e.valid && stated.exact && *stated.exact != e.valid->size())
      return fmt::format("the population is the number of valid boards: {} states {} and has {}",
                         e.name(),
                         *stated.exact,
                         e.valid->size());
  }
  return {};
}

template <Rule R>
finding automaton_agrees(examined_rule<R> const& e) {
  if constexpr (Automaton<R>) {
    auto const disagree = [&](cells<R::cell_count> x) { return accepts_board(e.rule, x) != is_valid(e.rule, x); };
    auto const sentence = [&](cells<R::cell_count> x) {
      return fmt::format("the automaton accepts what holds: {} has holds {} and accepts {} for {}",
                         e.name(),
                         is_valid(e.rule, x),
                         accepts_board(e.rule, x),
                         text(x));
    };
    for (auto const board : e.boards)
      if (disagree(board)) return sentence(board);
    if constexpr (Counted<R>)
      if (auto const stated = e.rule.population(), counted = population_of(e.rule);
          stated.exact != counted.exact || std::abs(stated.log2 - counted.log2) > 1e-9 * std::abs(counted.log2))
        return fmt::format("the automaton accepts what holds: {} states a population of 2^{} and accepts 2^{} boards",
                           e.name(),
                           stated.log2,
                           counted.log2);
  }
  return {};
}

template <Rule R>
finding table_agrees(examined_rule<R> const& e) {
  if constexpr (Enumerable<R>) {
    board_index<R::cell_count> const listed{e.rule.boards()};
    for (auto const board : listed.boards())
      if (!is_valid(e.rule, board))
        return fmt::format("the table lists the valid boards: {} lists {}, which does not hold", e.name(), text(board));
    if (listed.distinct() != listed.size())
      return fmt::format("the table lists the valid boards: {} lists {} boards, {} of them different",
                         e.name(),
                         listed.size(),
                         listed.distinct());
    for (auto const board : e.drawn)
      if (!listed.contains(board))
        return fmt::format("the table lists the valid boards: {} drew {}, which is not listed", e.name(), text(board));
    if constexpr (Counted<R>)
      if (e.rule.population().exact != listed.size())
        return fmt::format("the table lists the valid boards: {} lists {} boards and states a population of 2^{}",
                           e.name(),
                           listed.size(),
                           e.rule.population().log2);
  }
  return {};
}

template <Rule R>
finding probabilities_sum_to_one(examined_rule<R> const& e) {
  if constexpr (StatesProbability<R>) {
    if (!e.valid) return {};
    double sum = 0;
    for (auto const board : e.valid->boards())
      sum += e.rule.probability(board);
    if (std::abs(sum - 1) > 1e-9)
      return fmt::format("the stated probabilities sum to 1: those of {} sum to {}", e.name(), sum);
  }
  return {};
}

/// By how many standard errors a chi-square statistic lies above its mean (Wilson and Hilferty 1931).
inline double chi_square_excess(double statistic, double degrees) {
  double const width = 2 / (9 * degrees);
  return (std::cbrt(statistic / degrees) - (1 - width)) / std::sqrt(width);
}

/// As stated, or equal for all valid boards.
template <Rule R>
double probability_of(examined_rule<R> const& e, cells<R::cell_count> x) {
  if constexpr (StatesProbability<R>)
    return e.rule.probability(x);
  else
    return 1 / static_cast<double>(e.valid->size());
}

template <Rule R>
finding draws_follow_the_measure(examined_rule<R> const& e) {
  if (!e.valid || e.valid->size() < 2) return {};
  std::vector<double> expected;
  std::vector<std::size_t> counts(e.valid->size());
  for (auto const board : e.valid->boards())
    expected.push_back(static_cast<double>(e.drawn.size()) * probability_of(e, board));
  for (auto const board : e.drawn)
    if (auto const place = e.valid->find(board)) ++counts[*place];
  double statistic = 0, degrees = -1;
  std::size_t worst   = 0;
  double worst_excess = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (expected[i] == 0 && counts[i] == 0) continue;
    if (expected[i] < 5) return {};
    double const term = std::pow(static_cast<double>(counts[i]) - expected[i], 2) / expected[i];
    statistic += term;
    ++degrees;
    if (term > worst_excess) {
      worst        = i;
      worst_excess = term;
    }
  }
  if (degrees < 1) return {};
  double const excess = chi_square_excess(statistic, degrees);
  if (excess <= 5) return {};
  return fmt::format(
      "draws {}: chi-square of {} is {:.1f} standard errors too large; {} came {} times in {} draws, {:.1f} expected",
      StatesProbability<R> ? "follow the stated probability" : "are uniform on the valid boards",
      e.name(),
      excess,
      text(e.valid->boards()[worst]),
      counts[worst],
      e.drawn.size(),
      expected[worst]);
}

}  // namespace regula::laws::detail
