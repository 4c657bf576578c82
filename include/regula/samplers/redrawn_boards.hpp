// SPDX-License-Identifier: MIT
/// @file
/// What samplers of uniform diffusion begin with: a model of redrawn boards, and boards that are noise throughout.
#pragma once

#include <regula/concepts/model.hpp>
#include <regula/error.hpp>
#include <regula/objectives/log_linear.hpp>
#include <regula/random/draws.hpp>
#include <regula/random/stream.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace regula {

/// Idea     A model of redrawn boards: `v(z [n, T], lambda, out [n, T, V])` writes ln x_theta of every cell and symbol.
/// Laws     rows of exp(out) sum to 1; the output of a board does not depend on the other boards
template <class View>
concept PredictsRedrawn =
    requires(View& v, std::span<token const> z, double lambda, std::span<double> out) { v(z, lambda, out); };

/// The streams of n boards.
[[nodiscard]] inline std::vector<stream> streams_of(std::size_t n, stream_family streams) {
  std::vector<stream> out;
  for (std::size_t i = 0; i < n; ++i)
    out.push_back(streams(i));
  return out;
}

/// What becomes of symbol x at a level: x, or a uniform symbol, x among them.
template <WordSource G>
[[nodiscard]] token redrawn(token x, redrawn_level level, token alphabet, G& rng) {
  return uniform(rng) < level.one_minus_alpha ? pick(rng, alphabet) : x;
}

/// Boards of uniform symbols, board i from `rngs[i]`. Shape of the result [n, T].
[[nodiscard]] inline std::vector<token> redrawn_boards(data_shape shape, std::span<stream> rngs) {
  std::vector<token> boards;
  for (stream& rng : rngs)
    for (std::size_t cell = 0; cell < shape.cells(); ++cell)
      boards.push_back(pick(rng, shape.alphabet));
  return boards;
}

/// Errors    throws shape_error for part of a board, range_error for a symbol outside the alphabet
inline void require_redrawn_boards(std::span<token const> z, data_shape shape, char const* who) {
  require<shape_error>(z.size() % shape.cells() == 0,
                       "{}: expected whole boards of {} cells, got {} symbols",
                       who,
                       shape.cells(),
                       z.size());
  for (token const symbol : z)
    require(symbol < shape.alphabet, "{}: expected symbols below {}, got {}", who, shape.alphabet, symbol);
}

/// Calls f(boards [m, T], log_x [m, T, V], first board) for a few boards at a time, so that predictions of many boards
/// over many symbols need not fit into memory at once.
template <PredictsRedrawn View, class F>
void for_each_prediction(View& view, std::span<token> z, double lambda, data_shape shape, F const& f) {
  constexpr std::size_t numbers_at_once = std::size_t{1} << 23;
  std::size_t const cells = shape.cells(), boards = z.size() / cells;
  std::size_t const most = std::max<std::size_t>(1, numbers_at_once / (cells * shape.alphabet));
  std::vector<double> log_x(std::min(most, boards) * cells * shape.alphabet);
  for (std::size_t first = 0; first < boards; first += most) {
    auto const some = z.subspan(first * cells, std::min(most, boards - first) * cells);
    auto const out  = std::span{log_x}.first(some.size() * shape.alphabet);
    view(std::span<token const>{some}, lambda, out);
    f(some, std::span<double const>{out}, first);
  }
}

}  // namespace regula
