// SPDX-License-Identifier: MIT
/// @file
/// Samples of a rule as a half-trained model gives them, to examine probes on.
#pragma once

#include <regula/concepts/probe.hpp>
#include <regula/data/split.hpp>
#include <regula/random/draws.hpp>
#include <regula/random/stream.hpp>
#include <regula/testing/detail/examined_rule.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace regula::laws::detail {

/// Stands for a model where a probe looks at samples only.
struct no_view {};

/// One in four each: a training board, a valid board, one with a cell changed, one with a cell that is no symbol.
/// Binary boards have values besides, as one channel of signs.
template <Rule R>
struct examined_samples {
  static constexpr std::size_t D = R::cell_count;

  R rule;
  std::uint64_t seed;
  data_split<D> data;
  board_set<D> samples      = {};
  std::vector<float> values = {};

  examined_samples(R const& subject, std::size_t count, split_sizes sizes, std::uint64_t seed_of_draws)
      : rule{subject}, seed{seed_of_draws}, data{draw_split(rule, sizes, seed)} {
    for (std::size_t i = 0; i < count; ++i) {
      stream rng{seed, purpose::test, 2, i};
      std::array<token, D> board;
      if (i % 4 == 0 && !data.training.empty())
        std::ranges::copy(data.training[pick(rng, data.training.size())], board.begin());
      else
        rule.draw(rng, cells_out<D>{board});
      if (i % 4 == 2) board[pick(rng, D)] = pick(rng, token{R::alphabet});
      if (i % 4 == 3) board[pick(rng, D)] = pick(rng, 2U) == 0 ? no_token : token{R::alphabet};
      samples.push_back(board);
      if constexpr (R::alphabet == 2)
        for (token const v : board)
          values.push_back(static_cast<float>(v == 1 ? uniform(rng) : v == 0 ? -uniform(rng) : 0.0));
    }
  }

  template <class V>
  [[nodiscard]] evaluation<R, V> seen_with(V const& view) const {
    return {rule, 1000, data, samples, values, view, {seed, purpose::probe, 1000}};
  }
};

}  // namespace regula::laws::detail
