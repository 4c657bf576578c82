// SPDX-License-Identifier: MIT
/// @file
/// The probe of how many bits a cell a model spends on boards: summed exactly where that can be done, else estimated.
#pragma once

#include <regula/concepts/probe.hpp>
#include <regula/objectives/masked_bound.hpp>
#include <regula/objectives/token_loss.hpp>
#include <regula/objectives/uniform_bound.hpp>
#include <regula/probes/board_loss.hpp>
#include <regula/probes/symbol_corruption.hpp>

#include <boost/hana/adapt_struct.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <span>
#include <string_view>
#include <vector>

namespace regula {

/// Bits that a cell of some boards costs.
struct board_bits {
  double mean           = std::numeric_limits<double>::quiet_NaN();  ///< infinite if a board is thought impossible
  double standard_error = std::numeric_limits<double>::quiet_NaN();  ///< over boards, draws included
  std::uint64_t boards  = 0;
  bool exact            = false;  ///< nothing was drawn: the mean of these very boards has no error
};

/// -log2 p(board) / D of a model of the next symbol, and the bound on it of a model of hidden or of redrawn cells, over
/// the full range of t. Exact sums cover t in [0, 1], estimates [t_min, 1].
///
/// The bound of redrawn cells is smaller than the code length by what a board at t = 1 still tells of it, at most
/// log2(V) eps. Its exact sum is over all boards at once, so that it has no standard error over boards (NaN).
struct bits_per_cell {
  static constexpr std::string_view name = "bits_per_cell";
  static constexpr probe_need needs      = probe_need::model;

  std::size_t boards      = 256;                   ///< the first so many of each set, at most
  std::size_t evaluations = std::size_t{1} << 16;  ///< sums that take more of them, for one set, are estimated
  bound_grid grid         = {};                    ///< of estimates
  log_linear schedule{};                           ///< of redrawn cells

  struct result {
    board_bits training;
    board_bits held_out;
    board_bits control;
  };

  template <Rule R, class V>
    requires PredictsSequences<V const> || RestoresSymbols<V>
  [[nodiscard]] result measure(evaluation<R, V> const& e) const {
    data_shape const shape{board_of<R>(), 1, R::alphabet};
    auto const of = [&](board_set<R::cell_count> const& set) {
      auto const some = set.tokens().first(std::min(boards, set.size()) * R::cell_count);
      return some.empty() ? board_bits{} : bits(e.model, some, shape);
    };
    return {of(e.data.training), of(e.data.held_out), of(e.data.control)};
  }

 private:
  template <class V>
  [[nodiscard]] board_bits bits(V const& view, std::span<token const> some, data_shape shape) const {
    std::uint64_t const n = some.size() / shape.cells();
    auto const in_bits    = [n](double mean, double standard_error, bool exact) {
      return board_bits{mean / std::numbers::ln2, standard_error / std::numbers::ln2, n, exact};
    };
    if constexpr (PredictsSequences<V const>) {
      auto const found = token_loss(view, some, shape);
      return in_bits(found.mean, found.standard_error, true);
    } else if constexpr (PredictsRedrawn<V const>) {
      constexpr double times = 64;  // that exact_uniform_bound takes
      if (times * number_of(shape.alphabet, shape.cells()) > static_cast<double>(evaluations)) {
        auto const found = uniform_bound(view, some, shape, grid, schedule);
        return in_bits(found.mean, found.standard_error, false);
      }
      std::vector<double> const alike(n, 1 / static_cast<double>(n));
      return in_bits(
          exact_uniform_bound(view, some, alike, shape, schedule).mean, std::numeric_limits<double>::quiet_NaN(), true);
    } else {
      bool const is_small = shape.cells() <= 20 &&
                            static_cast<double>(n) * number_of(2, shape.cells()) <= static_cast<double>(evaluations);
      auto const found = is_small ? exact_masked_bound(view, some, shape) : masked_bound(view, some, shape, grid);
      return in_bits(found.mean, found.standard_error, is_small);
    }
  }

  [[nodiscard]] static double number_of(std::size_t symbols, std::size_t cells) {
    return std::pow(static_cast<double>(symbols), static_cast<double>(cells));
  }
};

}  // namespace regula

BOOST_HANA_ADAPT_STRUCT(regula::board_bits, mean, standard_error, boards, exact);
BOOST_HANA_ADAPT_STRUCT(regula::bits_per_cell::result, training, held_out, control);
