// SPDX-License-Identifier: MIT
/// @file
/// The data of a run: distinct training boards, held-out boards disjoint from them, and a uniform control.
#pragma once

#include <regula/concepts/rule.hpp>
#include <regula/concepts/rule_refinements.hpp>
#include <regula/data/board_index.hpp>
#include <regula/data/board_set.hpp>
#include <regula/detail/candidate_source.hpp>
#include <regula/error.hpp>
#include <regula/random/draws.hpp>
#include <regula/random/stream.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

namespace regula {

/// How many boards of each kind are wanted.
struct split_sizes {
  std::size_t train;
  std::size_t held_out = 0;
  std::size_t control  = 0;
};

/// The three sets of a run. Every one depends on rule and seed only, so a run need not store them.
template <std::size_t D>
struct data_split {
  board_set<D> training;             ///< distinct, all of them valid
  board_set<D> held_out;             ///< distinct, all of them valid, none in training
  board_set<D> control;              ///< uniform on all V^D boards, repetitions possible
  board_index<D> index_of_training;  ///< place of a board in training
};

namespace detail {

/// The population if the rule states one that fits 64 bits, else the largest number.
template <Rule R>
[[nodiscard]] std::uint64_t known_population(R const& rule) {
  if constexpr (Counted<R>) return rule.population().exact.value_or(std::numeric_limits<std::uint64_t>::max());
  return std::numeric_limits<std::uint64_t>::max();
}

}  // namespace detail

/// `count` boards drawn uniformly from all V^D boards; board i comes from the stream (seed, control_set, 0, i).
template <Rule R>
[[nodiscard]] board_set<R::cell_count> draw_control(std::size_t count, std::uint64_t seed) {
  board_set<R::cell_count> out;
  out.reserve(count);
  std::array<token, R::cell_count> board{};
  for (std::size_t i = 0; i < count; ++i) {
    stream rng{seed, purpose::control_set, 0, i};
    for (token& cell : board)
      cell = pick(rng, token{R::alphabet});
    out.push_back(board);
  }
  return out;
}

/// Draws the sets of a run.
///
/// Training boards are the first `train` different ones among the candidates 0, 1, 2, ... of the stream family
/// (seed, training_set, 0), held-out boards the first different ones of (seed, held_out_set, 0) that are not in
/// training. Where the population leaves fewer held-out boards than asked for, all that it leaves are taken; if the
/// rule states no population, all that come up before tries_for_one_more candidates in a row bring nothing else.
///
/// Errors  throws range_error if the population is empty or smaller than `train`, if a draw does not hold, or if
///         tries_for_one_more candidates in a row bring no other training board
/// Cost    a full population of P boards takes about P ln P draws
template <Rule R>
[[nodiscard]] data_split<R::cell_count> draw_split(R const& rule, split_sizes sizes, std::uint64_t seed) {
  constexpr std::size_t D        = R::cell_count;
  std::string const name         = describe(rule).text();
  std::uint64_t const population = detail::known_population(rule);
  require(population > 0, "draw_split: expected a rule with at least one board, but {} has none", name);
  require(sizes.train <= population,
          "draw_split: expected at most {} distinct training boards, the population of {}, but {} were asked for",
          population,
          name,
          sizes.train);

  data_split<D> out;
  auto& known = out.index_of_training;
  detail::candidate_source candidates{rule, stream_family{seed, purpose::training_set}};
  while (known.size() < sizes.train) {
    auto const board = candidates.next(known.size(), [&](cells<D> x) { return known.contains(x); });
    require(board.has_value(),
            "draw_split: expected {} distinct training boards, but found only {} of {}: {} draws in a row brought no "
            "other one",
            sizes.train,
            known.size(),
            name,
            tries_for_one_more(known.size()));
    known.insert(*board);
  }
  out.training = known.boards();

  board_index<D> held_out;
  std::size_t const wanted =
      static_cast<std::size_t>(std::min<std::uint64_t>(sizes.held_out, population - sizes.train));
  detail::candidate_source others{rule, stream_family{seed, purpose::held_out_set}};
  while (held_out.size() < wanted) {
    auto const board = others.next(known.size() + held_out.size(),
                                   [&](cells<D> x) { return known.contains(x) || held_out.contains(x); });
    if (!board) break;
    held_out.insert(*board);
  }
  out.held_out = held_out.boards();
  out.control  = draw_control<R>(sizes.control, seed);
  return out;
}

}  // namespace regula
