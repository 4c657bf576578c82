// SPDX-License-Identifier: MIT
/// @file
/// The bound of uniform diffusion on -ln p(x), evaluated on boards, whatever curriculum a model was trained with.
#pragma once

#include <regula/concepts/model.hpp>
#include <regula/error.hpp>
#include <regula/objectives/detail/board_mean.hpp>
#include <regula/objectives/detail/legendre.hpp>
#include <regula/objectives/log_linear.hpp>
#include <regula/objectives/masked_bound.hpp>
#include <regula/objectives/uniform_cell.hpp>
#include <regula/random/draws.hpp>
#include <regula/random/stream.hpp>
#include <regula/samplers/redrawn_boards.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace regula {

namespace detail {

/// Writes exp of a row of logarithms.
inline void exponentials(std::span<double const> logarithms, std::span<double> out) {
  std::ranges::transform(logarithms, out.begin(), [](double l) { return std::exp(l); });
}

/// Goes to the next of all boards of symbols below `alphabet`, the first cell fastest; false after the last.
inline bool next_board(std::span<token> board, token alphabet) {
  for (token& symbol : board) {
    if (++symbol < alphabet) return true;
    symbol = 0;
  }
  return false;
}

}  // namespace detail

/// Mean over boards, and over t in [t_min, 1], of the loss of uniform diffusion, by Monte Carlo: the times are fixed,
/// the redrawn cells the same at every call (`grid.masks` times a board and time, from `grid.seed`).
///
/// The loss grows like -ln t where t is small: nodes are placed at t = t_min + (1 - t_min) q^2.
/// Shapes    boards [n, T]
/// Units     nats per cell
/// Errors    throws shape_error if `boards` is no whole number of boards, or none; range_error for a symbol outside the
///           alphabet and for settings that `check` refuses
/// Cost      n `grid.levels` `grid.masks` evaluations
template <PredictsRedrawn View>
[[nodiscard]] bound_estimate uniform_bound(View&& view,
                                           std::span<token const> boards,
                                           data_shape shape,
                                           bound_grid const& grid = {},
                                           log_linear schedule    = {}) {
  std::size_t const cells = shape.cells(), n = detail::board_count("uniform_bound", boards, cells);
  require_redrawn_boards(boards, shape, "uniform_bound");
  check(grid);
  check(schedule, "uniform_bound");
  std::vector<stream> rngs = streams_of(n, {grid.seed, purpose::probe});
  std::vector<double> of_board(n), x_theta(shape.alphabet);
  std::vector<token> z(boards.size());
  for (auto const& [place, weight] : detail::legendre_nodes(grid.levels)) {
    auto const level    = schedule.at(grid.t_min + (1 - grid.t_min) * place * place);
    double const factor = 2 * place * weight / static_cast<double>(grid.masks * cells);
    for (std::size_t draw = 0; draw < grid.masks; ++draw) {
      for (std::size_t i = 0; i < z.size(); ++i)
        z[i] = redrawn(boards[i], level, shape.alphabet, rngs[i / cells]);
      for_each_prediction(view, z, level.lambda(), shape, [&](auto some, auto log_x, std::size_t first) {
        for (std::size_t i = 0; i < some.size(); ++i) {
          detail::exponentials(log_x.subspan(i * shape.alphabet, shape.alphabet), x_theta);
          of_board[first + i / cells] += factor * uniform_cell_loss(x_theta, boards[first * cells + i], some[i], level);
        }
      });
    }
  }
  detail::board_mean mean;
  for (double const loss : of_board)
    mean.add(loss);
  return {mean.mean(), mean.standard_error(), grid.t_min, 1, false};
}

/// The expected loss at one level, without an error: a sum over a joint law's boards and all redrawn ones.
///
/// Shapes    boards [n, T]; probabilities [n], summing to 1
/// Units     nats per cell and unit of t, of which alpha' is the rate
/// Errors    throws shape_error unless there are as many probabilities as boards; range_error if V^T is above 65,536
/// Cost      V^T evaluations
template <PredictsRedrawn View>
[[nodiscard]] double exact_uniform_loss(View&& view,
                                        std::span<token const> boards,
                                        std::span<double const> probabilities,
                                        data_shape shape,
                                        redrawn_level level) {
  std::size_t const cells = shape.cells(), n = detail::board_count("exact_uniform_loss", boards, cells);
  std::size_t const v = shape.alphabet;
  require_redrawn_boards(boards, shape, "exact_uniform_loss");
  require<shape_error>(probabilities.size() == n,
                       "exact_uniform_loss: expected a probability for each of {} boards, got {}",
                       n,
                       probabilities.size());
  double const all = std::pow(static_cast<double>(v), static_cast<double>(cells));
  require(all <= 65536, "exact_uniform_loss: expected V^T of at most 65536, got {}: take uniform_bound", all);
  std::vector<token> z(cells, 0), every;
  do
    every.insert(every.end(), z.begin(), z.end());
  while (detail::next_board(z, shape.alphabet));
  double const moved = level.one_minus_alpha / static_cast<double>(v), kept = level.alpha + moved;
  std::vector<double> chance(cells * v), x_theta(v);  // chance: p(x_i = s and z) of every cell and symbol
  double sum = 0;
  for_each_prediction(view, every, level.lambda(), shape, [&](auto some, auto log_x, std::size_t) {
    for (std::size_t at = 0; at < some.size(); at += cells) {
      std::ranges::fill(chance, 0.0);
      for (std::size_t k = 0; k < n; ++k) {
        double p = probabilities[k];
        for (std::size_t i = 0; i < cells; ++i)
          p *= boards[k * cells + i] == some[at + i] ? kept : moved;
        for (std::size_t i = 0; i < cells; ++i)
          chance[i * v + boards[k * cells + i]] += p;
      }
      for (std::size_t i = 0; i < cells; ++i) {
        detail::exponentials(log_x.subspan((at + i) * v, v), x_theta);
        for (std::size_t s = 0; s < v; ++s)
          if (double const p = chance[i * v + s]; p > 0)
            sum += p * uniform_cell_loss(x_theta, static_cast<token>(s), some[at + i], level);
      }
    }
  });
  return sum / static_cast<double>(cells);
}

/// The bound over t in [0, 1] without an error. With leave-one-out conditionals it is (H(x) - I(x; z at t = 1))/T; with
/// `log_linear{.eps = 0}`, where nothing is left of x at t = 1, the entropy of the boards over T.
///
/// Shapes, errors and cost as `exact_uniform_loss`, the cost 64 times
template <PredictsRedrawn View>
[[nodiscard]] bound_estimate exact_uniform_bound(View&& view,
                                                 std::span<token const> boards,
                                                 std::span<double const> probabilities,
                                                 data_shape shape,
                                                 log_linear schedule = {}) {
  require(schedule.eps >= 0 && schedule.eps < 1, "exact_uniform_bound: expected eps in [0, 1), got {}", schedule.eps);
  double sum = 0;
  for (auto const& [place, weight] : detail::legendre_nodes(64)) {
    double const t = std::pow(place, 4);  // takes the logarithm at t = 0 out of the integrand's first derivatives
    sum += 4 * std::pow(place, 3) * weight * exact_uniform_loss(view, boards, probabilities, shape, schedule.at(t));
  }
  return {sum, 0, 0, 1, true};
}

}  // namespace regula
