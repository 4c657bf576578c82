// SPDX-License-Identifier: MIT
/// @file
/// The bound of masked diffusion on -ln p(x) over the full range of t, whatever window a model was trained in.
#pragma once

#include <regula/concepts/model.hpp>
#include <regula/error.hpp>
#include <regula/objectives/detail/board_mean.hpp>
#include <regula/objectives/detail/legendre.hpp>
#include <regula/objectives/masking.hpp>
#include <regula/random/stream.hpp>
#include <regula/samplers/unmask.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace regula {

/// A mean over boards, and over which masking times it was taken.
struct bound_estimate {
  double mean;            ///< nats per cell; infinite if the model excludes a board that it is asked about
  double standard_error;  ///< over boards, their masks included; NaN for a single board
  double t_low, t_high;   ///< the range of t
  bool exact;             ///< true: all masks were summed; false: masks were drawn
};

/// The times and masks of `masked_bound`. They are the same at every call, so that curves are smooth.
struct bound_grid {
  std::size_t levels = 32;    ///< times, Gauss-Legendre: a mean over t has no error for boards of up to 2 levels cells
  std::size_t masks  = 1;     ///< of a board at each time
  double t_min       = 1e-3;  ///< lower end of the range; its upper end is 1
  std::uint64_t seed = 0;
};

/// Errors    throws range_error naming the setting, what was expected and what was given
inline void check(bound_grid const& grid) {
  require(grid.levels > 0 && grid.levels <= 4096, "bound_grid: expected levels in [1, 4096], got {}", grid.levels);
  require(grid.masks > 0, "bound_grid: expected masks > 0, got 0");
  require(grid.t_min > 0 && grid.t_min < 1, "bound_grid: expected t_min in (0, 1), got {}", grid.t_min);
}

/// Mean over boards, and over t in [t_min, 1], of (1/T) (1/t) times the sum over hidden cells of -ln p(x_j | visible).
///
/// A model that is right reaches the entropy of the boards over T, but for the share of t below t_min.
/// Shapes    boards [n, T]
/// Errors    throws shape_error if `boards` is no whole number of boards, or none; range_error for a symbol outside the
///           alphabet and for a grid that `check` refuses
template <PredictsHidden View>
[[nodiscard]] bound_estimate masked_bound(View&& view,
                                          std::span<token const> boards,
                                          data_shape shape,
                                          bound_grid const& grid = {}) {
  std::size_t const cells = shape.cells(), n = detail::board_count_in_alphabet("masked_bound", boards, shape);
  check(grid);
  auto const nodes = detail::legendre_nodes(grid.levels);
  stream_family const streams{grid.seed, purpose::probe};
  std::vector<token> z;
  std::vector<double> log_p, factors;
  detail::board_mean mean;
  for (std::size_t i = 0; i < n; ++i) {
    auto const board = boards.subspan(i * cells, cells);
    stream rng       = streams(i);
    z.clear();
    factors.clear();
    for (auto const& [place, weight] : nodes) {
      double const t = grid.t_min + (1 - grid.t_min) * place;
      for (std::size_t m = 0; m < grid.masks; ++m) {
        z.insert(z.end(), board.begin(), board.end());
        detail::hide_cells(rng, t, std::span{z}.last(cells));
        factors.push_back(weight / (t * static_cast<double>(grid.masks * cells)));
      }
    }
    log_p.resize(z.size() * shape.alphabet);
    view(std::span<token const>{z}, std::span{log_p});
    double sum = 0;
    for (std::size_t k = 0; k < factors.size(); ++k) {
      auto const visible = std::span{z}.subspan(k * cells, cells);
      sum += factors[k] * detail::hidden_loss(board, visible, log_p, k, shape.alphabet);
    }
    mean.add(sum);
  }
  return {mean.mean(), mean.standard_error(), grid.t_min, 1, false};
}

/// The same over t in [0, 1] without an error: a sum over all masks, integrated over t.
///
/// A mask that hides h of T cells has weight 1/(h binom(T, h)), the integral of (1/t) t^h (1 - t)^(T - h).
/// Shapes    boards [n, T], T <= 20
/// Errors    throws range_error for boards of more than 20 cells; else as `masked_bound`
/// Cost      2^T evaluations a board
template <PredictsHidden View>
[[nodiscard]] bound_estimate exact_masked_bound(View&& view, std::span<token const> boards, data_shape shape) {
  std::size_t const cells = shape.cells(), n = detail::board_count_in_alphabet("exact_masked_bound", boards, shape);
  require(cells <= 20, "exact_masked_bound: expected at most 20 cells, got {}: take masked_bound", cells);
  std::vector<double> by_hidden(cells + 1, 0.0);  // by_hidden[h] = 1/(T h binom(T, h))
  for (std::size_t h = 1; h <= cells; ++h)
    by_hidden[h] = h == 1 ? 1 / static_cast<double>(cells * cells)
                          : by_hidden[h - 1] * static_cast<double>(h - 1) / static_cast<double>(cells - h + 1);
  std::size_t const masks = std::size_t{1} << cells, at_once = std::min<std::size_t>(masks, 1024);
  std::vector<token> z(at_once * cells);
  std::vector<double> log_p(z.size() * shape.alphabet);
  detail::board_mean mean;
  for (std::size_t i = 0; i < n; ++i) {
    auto const board = boards.subspan(i * cells, cells);
    double sum       = 0;
    for (std::size_t first = 0; first < masks; first += at_once) {
      for (std::size_t k = 0; k < at_once; ++k)
        for (std::size_t j = 0; j < cells; ++j)
          z[k * cells + j] = ((first + k) >> j & 1U) != 0 ? no_token : board[j];
      view(std::span<token const>{z}, std::span{log_p});
      for (std::size_t k = 0; k < at_once; ++k) {
        auto const visible = std::span{z}.subspan(k * cells, cells);
        auto const hidden  = static_cast<std::size_t>(std::popcount(first + k));
        sum += by_hidden[hidden] * detail::hidden_loss(board, visible, log_p, k, shape.alphabet);
      }
    }
    mean.add(sum);
  }
  return {mean.mean(), mean.standard_error(), 0, 1, true};
}

}  // namespace regula
