// SPDX-License-Identifier: MIT
/// @file
/// The probe of models of symbols: what they lose on training, held-out and control boards, over the full range.
#pragma once

#include <regula/concepts/probe.hpp>
#include <regula/objectives/masked_bound.hpp>
#include <regula/objectives/token_loss.hpp>
#include <regula/objectives/uniform_bound.hpp>

#include <boost/hana/adapt_struct.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <string_view>
#include <type_traits>

namespace regula {

/// What a model loses on boards. Units  nats per cell
struct mean_loss {
  double mean           = std::numeric_limits<double>::quiet_NaN();
  double standard_error = std::numeric_limits<double>::quiet_NaN();  ///< over boards
};

/// A model that answers one number a cell, which is no probability.
template <class V>
concept PredictsNumbers = requires { requires std::bool_constant<(V::columns() == 1)>::value; };

/// The mean loss on training, held-out and control boards: `masked_bound` of a model of hidden cells, `uniform_bound`
/// of one of redrawn cells, `token_loss` of one of the next symbol. A rule that is learnt costs its entropy a cell, on
/// training and held-out boards alike; copying lowers the first only; the control boards are uniform and tell what the
/// model thinks impossible.
///
/// Times and corruptions are the same at every evaluation, and the range is full, whatever window the model trains in.
struct board_loss {
  static constexpr std::string_view name = "board_loss";
  static constexpr probe_need needs      = probe_need::model;

  std::size_t boards = 256;  ///< the first so many of each set, at most
  bound_grid grid    = {};

  struct result {
    mean_loss training;
    mean_loss held_out;  ///< NaN where there are none, as for control
    mean_loss control;
    double t_low = 0;  ///< lower end of the range of t; 0 for a model of the next symbol, where nothing is left out
  };

  template <Rule R, class V>
    requires PredictsSequences<V const> || PredictsRedrawn<V const> || (PredictsHidden<V const> && !PredictsNumbers<V>)
  [[nodiscard]] result measure(evaluation<R, V> const& e) const {
    data_shape const shape{board_of<R>(), 1, R::alphabet};
    return {of(e.model, e.data.training, shape),
            of(e.model, e.data.held_out, shape),
            of(e.model, e.data.control, shape),
            PredictsSequences<V const> ? 0 : grid.t_min};
  }

 private:
  template <class V, std::size_t D>
  [[nodiscard]] mean_loss of(V const& model, board_set<D> const& set, data_shape shape) const {
    auto const some = set.tokens().first(std::min(boards, set.size()) * D);
    if (some.empty()) return {};
    if constexpr (PredictsSequences<V const>) {
      auto const found = token_loss(model, some, shape);
      return {found.mean, found.standard_error};
    } else if constexpr (PredictsRedrawn<V const>) {
      auto const found = uniform_bound(model, some, shape, grid);
      return {found.mean, found.standard_error};
    } else {
      auto const found = masked_bound(model, some, shape, grid);
      return {found.mean, found.standard_error};
    }
  }
};

}  // namespace regula

BOOST_HANA_ADAPT_STRUCT(regula::mean_loss, mean, standard_error);
BOOST_HANA_ADAPT_STRUCT(regula::board_loss::result, training, held_out, control, t_low);
