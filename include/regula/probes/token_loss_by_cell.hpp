// SPDX-License-Identifier: MIT
/// @file
/// The probe of models of the next symbol: what they lose in each cell on training, held-out and control boards.
#pragma once

#include <regula/concepts/probe.hpp>
#include <regula/objectives/token_loss.hpp>
#include <regula/oracles/next_token_entropy.hpp>

#include <boost/hana/adapt_struct.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string_view>
#include <vector>

namespace regula {

/// The mean cross-entropy of each cell over `boards` boards. Lists are empty where there are no boards.
///
/// Units     nats
struct cell_losses {
  std::size_t boards = 0;
  std::vector<double> mean;            ///< [T]; infinite in a cell where the model excludes a board's symbol
  std::vector<double> standard_error;  ///< [T], over boards; NaN for a single board
};

/// -ln p(x_i | x_0 .. x_{i-1}) by cell. Who knows the rule loses `floor` on training and held-out boards alike, nothing
/// in a cell that the earlier ones decide; who copies loses less on training boards and more on others.
///
/// Cells are in the order in which the model reads them.
/// Cost      the model's, and that of next_token_entropy, which goes through a table of boards at every evaluation
struct token_loss_by_cell {
  static constexpr std::string_view name = "token_loss";
  static constexpr probe_need needs      = probe_need::model;

  std::size_t boards = 256;  ///< the first so many of each set, at most

  struct result {
    cell_losses training;
    cell_losses held_out;
    cell_losses control;
    std::vector<double> floor;  ///< [T] H(x_i | x_0 .. x_{i-1}) of the rule; empty if it does not list its boards
    double floor_mean = std::numeric_limits<double>::quiet_NaN();  ///< over cells
  };

  template <Rule R, class V>
    requires PredictsSequences<V const>
  [[nodiscard]] result measure(evaluation<R, V> const& e) const {
    result out{of<R>(e.model, e.data.training), of<R>(e.model, e.data.held_out), of<R>(e.model, e.data.control), {}};
    if constexpr (KnowsBoards<R>) {
      out.floor      = next_token_entropy(e.rule);
      out.floor_mean = 0;
      for (double const h : out.floor)
        out.floor_mean += h / static_cast<double>(R::cell_count);
    }
    return out;
  }

 private:
  template <Rule R, class V>
  [[nodiscard]] cell_losses of(V const& model, board_set<R::cell_count> const& set) const {
    std::size_t const n = std::min(boards, set.size());
    if (n == 0) return {};
    auto found = token_loss(model, set.tokens().first(n * R::cell_count), {board_of<R>(), 1, R::alphabet});
    return {n, found.by_cell, found.by_cell_error};
  }
};

}  // namespace regula

BOOST_HANA_ADAPT_STRUCT(regula::cell_losses, boards, mean, standard_error);
BOOST_HANA_ADAPT_STRUCT(regula::token_loss_by_cell::result, training, held_out, control, floor, floor_mean);
