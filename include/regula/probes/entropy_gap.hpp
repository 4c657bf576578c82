// SPDX-License-Identifier: MIT
/// @file
/// The probe that compares a model's own boards with those it was trained on: is it less sure of what it makes up?
#pragma once

#include <regula/concepts/probe.hpp>
#include <regula/probes/cell_entropy.hpp>
#include <regula/probes/detail/ordered_samples.hpp>
#include <regula/probes/histogram.hpp>
#include <regula/probes/mean_value.hpp>
#include <regula/probes/rate.hpp>
#include <regula/probes/symbol_corruption.hpp>

#include <boost/hana/adapt_struct.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace regula {

/// Mean conditional entropy of the samples less that of the training boards, and how both are distributed.
///
/// A copyist is as sure of its samples as of training boards, and so is who knows the law: the gap opens in between.
/// Units     nats; standard errors over boards
/// Source    Pham et al. 2026, arXiv:2604.26841, with 20,000 boards of each kind and 100 bins
struct entropy_gap {
  static constexpr std::string_view name = "entropy_gap";
  static constexpr probe_need needs      = probe_need::samples;

  double t           = 1e-5;
  std::size_t boards = 256;  ///< the first so many training boards, at most; all samples
  cell_law law       = cell_law::leave_one_out;
  cell_law predicts  = cell_law::leave_one_out;  ///< what a model of redrawn cells was trained to give
  log_linear schedule{};                         ///< of redrawn cells
  std::size_t bins = 100;

  struct distribution {
    histogram real;       ///< of training boards
    histogram synthetic;  ///< of samples, in the same bins
  };
  struct result {
    mean_value real;
    mean_value synthetic;
    mean_value gap;         ///< synthetic less real
    distribution by_cell;   ///< of the entropies of cells
    distribution by_board;  ///< of their means over each board
    rate undecodable;       ///< samples with a cell that is no symbol: they have no entropy
  };

  /// Errors    throws range_error for a t outside (0, 1] and for 0 bins
  template <Rule R, RestoresSymbols V>
  [[nodiscard]] result measure(evaluation<R, V> const& e) const {
    constexpr std::size_t D = R::cell_count;
    auto const samples      = detail::ordered_samples<R>(e.samples);
    auto const training     = e.data.training.tokens().first(std::min(boards, e.data.training.size()) * D);
    entropies const real    = of<R>(e.model, training, part_of(e.streams, 0));
    entropies const own     = of<R>(e.model, samples, part_of(e.streams, 1));
    return {real.mean,
            own.mean,
            difference(own.mean, real.mean),
            compared(real.by_cell, own.by_cell),
            compared(real.by_board, own.by_board),
            {e.samples.size() - samples.size() / D, e.samples.size()}};
  }

 private:
  struct entropies {
    std::vector<double> by_cell, by_board;  // [n, T], [n]
    mean_value mean;
  };

  template <Rule R, class V>
  [[nodiscard]] entropies of(V const& view, std::span<token const> some, stream_family streams) const {
    data_shape const shape{board_of<R>(), 1, R::alphabet};
    corruption_time const at{t, schedule};
    auto const z = corrupted_boards<V>(some, at, shape, streams);
    entropies out;
    if (!z.empty()) out.by_cell = cell_entropies(view, std::span<token const>{z}, at, shape, law, predicts);
    running_mean mean;
    for (std::size_t i = 0; i < out.by_cell.size(); i += R::cell_count) {
      double sum = 0;
      for (std::size_t j = i; j < i + R::cell_count; ++j)
        sum += out.by_cell[j];
      out.by_board.push_back(sum / static_cast<double>(std::size_t{R::cell_count}));
      mean.add(out.by_board.back());
    }
    out.mean = mean.value();
    return out;
  }

  [[nodiscard]] distribution compared(std::span<double const> real, std::span<double const> own) const {
    auto both = shared_histograms({real, own}, bins);
    return {std::move(both[0]), std::move(both[1])};
  }
};

}  // namespace regula

BOOST_HANA_ADAPT_STRUCT(regula::entropy_gap::distribution, real, synthetic);
BOOST_HANA_ADAPT_STRUCT(regula::entropy_gap::result, real, synthetic, gap, by_cell, by_board, undecodable);
BOOST_HANA_ADAPT_STRUCT(regula::entropy_gap, t, boards, law, predicts, schedule, bins);
