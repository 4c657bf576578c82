// SPDX-License-Identifier: MIT
/// @file
/// Boards at a time t as the models of symbols see them: redrawn in some cells, or hidden in some.
#pragma once

#include <regula/concepts/model.hpp>
#include <regula/error.hpp>
#include <regula/objectives/log_linear.hpp>
#include <regula/objectives/masking.hpp>
#include <regula/probes/board_loss.hpp>
#include <regula/random/stream.hpp>
#include <regula/samplers/redrawn_boards.hpp>
#include <regula/samplers/unmask.hpp>

#include <boost/hana/adapt_struct.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace regula {

/// A model that answers a probability for every symbol of every cell of a corrupted board: of redrawn cells, or of
/// hidden ones.
template <class V>
concept RestoresSymbols = PredictsRedrawn<V const> || (PredictsHidden<V const> && !PredictsNumbers<V>);

/// Where boards are on their way from clean (t = 0) to noise (t = 1).
///
/// Of redrawn cells 1 - alpha(t) are drawn anew, alpha by the schedule; of hidden cells each is hidden with probability
/// t.
struct corruption_time {
  double t = 1e-5;
  log_linear schedule{};  ///< of redrawn cells; models of hidden cells do not look at it

  [[nodiscard]] redrawn_level level() const { return schedule.at(t); }
};

/// Errors    throws range_error unless 0 < t <= 1 and 0 < eps < 1; the text begins with `who`
inline void check(corruption_time const& at, char const* who) {
  require(at.t > 0 && at.t <= 1, "{}: expected t in (0, 1], got {}", who, at.t);
  check(at.schedule, who);
}

/// Draws of its own for part k of a probe, which it takes for one purpose: other parts, up to 2^16, share no word.
[[nodiscard]] constexpr stream_family part_of(stream_family streams, std::uint64_t k) {
  return {streams.seed, streams.use, streams.step ^ (k << 48)};
}

/// Boards [n, T] corrupted as model V meets them; board i by `streams(i)`. Shape of the result [n, T].
///
/// Errors    throws shape_error for part of a board, range_error for a symbol outside the alphabet
template <RestoresSymbols V>
[[nodiscard]] std::vector<token> corrupted_boards(std::span<token const> boards,
                                                  corruption_time at,
                                                  data_shape shape,
                                                  stream_family streams) {
  require_redrawn_boards(boards, shape, "corrupted_boards");
  check(at, "corrupted_boards");
  std::vector<token> z(boards.begin(), boards.end());
  redrawn_level const level = at.level();
  for (std::size_t i = 0; i < z.size() / shape.cells(); ++i) {
    stream rng       = streams(i);
    auto const board = std::span{z}.subspan(i * shape.cells(), shape.cells());
    if constexpr (PredictsRedrawn<V const>) {
      for (token& symbol : board)
        symbol = redrawn(symbol, level, shape.alphabet, rng);
    } else {
      detail::hide_cells(rng, at.t, board);
    }
  }
  return z;
}

}  // namespace regula

BOOST_HANA_ADAPT_STRUCT(regula::log_linear, eps);
BOOST_HANA_ADAPT_STRUCT(regula::corruption_time, t, schedule);
