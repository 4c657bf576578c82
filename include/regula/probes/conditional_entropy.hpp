// SPDX-License-Identifier: MIT
/// @file
/// The probe of how sure a model of symbols is of the cells of boards: training, held-out, uniform and its own.
#pragma once

#include <regula/concepts/probe.hpp>
#include <regula/probes/cell_entropy.hpp>
#include <regula/probes/detail/ordered_samples.hpp>
#include <regula/probes/mean_value.hpp>
#include <regula/probes/rate.hpp>
#include <regula/probes/symbol_corruption.hpp>

#include <boost/hana/adapt_struct.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace regula {

/// Mean entropies of the cells of some boards. Units  nats
struct mean_entropy {
  mean_value by_board;  ///< the mean over its cells, of each board
  mean_value by_cell;   ///< the same mean; its standard error as if all cells were independent
};

/// The entropy of every cell's law given a corrupted board, at token level and at sequence level.
///
/// Near t = 0 the leave-one-out law is what a memory knows of a cell from the others: 0 for a board that it holds. The
/// posterior is then certain for any board and model, because it sees the cell itself. At t = 1 both are what is known
/// without a board.
///
/// Samples with a cell that is no symbol have no entropy and are counted. Own samples are looked at in the order of
/// their symbols, which decides their corruption.
/// Source    Pham et al. 2026, arXiv:2604.26841: leave-one-out, t = 1e-5, on training and own boards
struct conditional_entropy {
  static constexpr std::string_view name = "conditional_entropy";
  static constexpr probe_need needs      = probe_need::samples;

  std::vector<double> times = {1e-5};
  std::size_t boards        = 256;  ///< the first so many of each set of data, at most; of samples all
  cell_law predicts         = cell_law::leave_one_out;  ///< what a model of redrawn cells was trained to give
  log_linear schedule{};                                ///< of redrawn cells
  bool posteriors = true;                               ///< measure the second law too

  struct of_set {
    mean_entropy leave_one_out;
    mean_entropy posterior;
  };
  struct at_time {
    std::string family;  ///< "t=0.25": its name in records
    double t;
    of_set training;
    of_set held_out;
    of_set control;
    of_set samples;
  };
  struct result {
    std::vector<at_time> times;  ///< in the order asked for
    rate undecodable;            ///< samples with a cell that is no symbol
  };

  /// Errors    throws range_error for times outside (0, 1], or more than 4096 of them
  template <Rule R, RestoresSymbols V>
  [[nodiscard]] result measure(evaluation<R, V> const& e) const {
    constexpr std::size_t D = R::cell_count;
    require(times.size() <= 4096, "conditional_entropy: expected at most 4096 times, got {}", times.size());
    auto const samples = detail::ordered_samples<R>(e.samples);
    auto const first   = [&](board_set<D> const& set) { return set.tokens().first(std::min(boards, set.size()) * D); };
    result out{{}, {e.samples.size() - samples.size() / D, e.samples.size()}};
    for (std::size_t k = 0; k < times.size(); ++k) {
      auto const of = [&](std::span<token const> some, std::size_t which) {
        return entropies<R>(e.model, some, times[k], part_of(e.streams, 4 * k + which));
      };
      out.times.push_back({fmt::format("t={}", times[k]),
                           times[k],
                           of(first(e.data.training), 0),
                           of(first(e.data.held_out), 1),
                           of(first(e.data.control), 2),
                           of(samples, 3)});
    }
    return out;
  }

 private:
  template <Rule R, class V>
  [[nodiscard]] of_set entropies(V const& view, std::span<token const> some, double t, stream_family streams) const {
    if (some.empty()) return {};
    data_shape const shape{board_of<R>(), 1, R::alphabet};
    corruption_time const at{t, schedule};
    auto const z  = corrupted_boards<V>(some, at, shape, streams);
    auto const of = [&](cell_law law) {
      auto const entropy = cell_entropies(view, std::span<token const>{z}, at, shape, law, predicts);
      running_mean by_board, by_cell;
      for (std::size_t i = 0; i < entropy.size(); i += R::cell_count) {
        double sum = 0;
        for (std::size_t j = i; j < i + R::cell_count; ++j) {
          by_cell.add(entropy[j]);
          sum += entropy[j];
        }
        by_board.add(sum / static_cast<double>(std::size_t{R::cell_count}));
      }
      return mean_entropy{by_board.value(), by_cell.value()};
    };
    return {of(cell_law::leave_one_out), posteriors ? of(cell_law::posterior) : mean_entropy{}};
  }
};

}  // namespace regula

BOOST_HANA_ADAPT_STRUCT(regula::mean_entropy, by_board, by_cell);
BOOST_HANA_ADAPT_STRUCT(regula::conditional_entropy::of_set, leave_one_out, posterior);
BOOST_HANA_ADAPT_STRUCT(regula::conditional_entropy::at_time, family, t, training, held_out, control, samples);
BOOST_HANA_ADAPT_STRUCT(regula::conditional_entropy::result, times, undecodable);
BOOST_HANA_ADAPT_STRUCT(regula::conditional_entropy, times, boards, predicts, schedule, posteriors);
