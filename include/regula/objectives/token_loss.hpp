// SPDX-License-Identifier: MIT
/// @file
/// What a next-token model loses on given boards, on average and cell by cell.
#pragma once

#include <regula/concepts/model.hpp>
#include <regula/error.hpp>
#include <regula/objectives/detail/board_mean.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <span>
#include <vector>

namespace regula {

/// A model that says ln p(. | earlier cells) in every cell of n sequences [n, T], [n, T, V + 1].
template <class V>
concept PredictsSequences = requires(V& view, std::span<token const> sequences, std::span<double> log_p) {
  { view.columns() } -> std::convertible_to<std::size_t>;
  view.log_probabilities(sequences, log_p);
};

/// A mean over boards and cells.
struct token_loss_estimate {
  double mean;                        ///< nats per cell; infinite if the model excludes a board that it is asked about
  double standard_error;              ///< over boards; NaN for a single board
  std::vector<double> by_cell;        ///< [T] means over boards
  std::vector<double> by_cell_error;  ///< [T] their standard errors, over boards
};

/// Mean over boards and cells of -ln p(x_j | x_0 .. x_{j-1}).
///
/// Its least value on boards of a rule is the entropy of the rule over T: ln 2 (1 - 1/G) for parity in groups of G.
/// Shapes    boards [n, T]
/// Errors    throws shape_error if `boards` is no whole number of boards, or none; range_error for a symbol outside the
///           alphabet
template <PredictsSequences View>
[[nodiscard]] token_loss_estimate token_loss(View&& view, std::span<token const> boards, data_shape shape) {
  std::size_t const cells = shape.cells(), n = detail::board_count_in_alphabet("token_loss", boards, shape);
  std::size_t const columns = view.columns(), at_once = 256;
  detail::board_mean mean;
  std::vector<detail::board_mean> by_cell(cells);
  std::vector<double> log_p;
  for (std::size_t first = 0; first < n; first += at_once) {
    auto const some = boards.subspan(first * cells, std::min(at_once, n - first) * cells);
    log_p.resize(some.size() * columns);
    view.log_probabilities(some, std::span{log_p});
    for (std::size_t i = 0; i < some.size(); i += cells) {
      double sum = 0;
      for (std::size_t j = 0; j < cells; ++j) {
        double const lost = -log_p[(i + j) * columns + some[i + j]];
        sum += lost;
        by_cell[j].add(lost);
      }
      mean.add(sum / static_cast<double>(cells));
    }
  }
  token_loss_estimate out{mean.mean(), mean.standard_error(), {}, {}};
  for (auto const& cell : by_cell) {
    out.by_cell.push_back(cell.mean());
    out.by_cell_error.push_back(cell.standard_error());
  }
  return out;
}

}  // namespace regula
