// SPDX-License-Identifier: MIT
/// @file
/// The probe that asks whether clean boards are attractors: does the model hold them where they are?
#pragma once

#include <regula/concepts/probe.hpp>
#include <regula/probes/cell_entropy.hpp>
#include <regula/probes/rate.hpp>
#include <regula/random/categorical.hpp>
#include <regula/samplers/reverse.hpp>

#include <boost/hana/adapt_struct.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace regula {

/// Which boards of a set stay, and which of their cells.
struct held_boards {
  rate boards;  ///< every cell stays
  rate cells;   ///< of all boards
};

/// Share of clean boards that are held: by the deterministic sampler, and by one step in which every cell becomes its
/// most probable symbol given the others.
///
/// The sampler (of redrawn cells only) starts from the clean board at time t and takes the most probable symbol at each
/// step. It is slow to move: a symbol goes only if the model is all but sure of another one, and only in the last
/// steps, so that where it starts matters little. The step tells more: whether a board is a fixed point of the dynamics
/// of an associative memory. Source    Pham et al. 2026, arXiv:2604.26841, whose greedy retrieval is `sampler` with
/// 1000 levels from t = 1
struct fixed_point {
  static constexpr std::string_view name = "fixed_point";
  static constexpr probe_need needs      = probe_need::model;

  std::size_t boards = 256;   ///< the first so many of each set, at most
  double t           = 0.05;  ///< where the sampler starts
  reverse sampler    = {.levels = 1000, .choose = cell_choice::argmax};
  bool sampled       = true;  ///< run the sampler too

  struct held_sets {
    held_boards training;
    held_boards unseen;  ///< held-out boards
    held_boards random;  ///< control boards
  };
  struct result {
    held_sets sampler;  ///< without any boards for a model of hidden cells: a board without hidden cells is not touched
    held_sets step;
  };

  /// Errors    throws range_error for a t that the sampler does not start at
  template <Rule R, RestoresSymbols V>
  [[nodiscard]] result measure(evaluation<R, V> const& e) const {
    data_shape const shape{board_of<R>(), 1, R::alphabet};
    auto const of_sets = [&](auto const& held) -> held_sets {
      auto const of = [&](board_set<R::cell_count> const& set, std::size_t which) {
        return held(set.tokens().first(std::min(boards, set.size()) * R::cell_count), part_of(e.streams, which));
      };
      return {of(e.data.training, 0), of(e.data.held_out, 1), of(e.data.control, 2)};
    };
    result out;
    if constexpr (PredictsRedrawn<V const>)
      if (sampled)
        out.sampler = of_sets([&](std::span<token const> clean, stream_family streams) {
          std::vector<token> z(clean.begin(), clean.end());
          sampler.restore(e.model, std::span{z}, t, shape, streams);
          return compared(clean, z, shape.cells());
        });
    out.step = of_sets([&](std::span<token const> clean, stream_family) {
      return compared(clean, stepped(e.model, clean, shape), shape.cells());
    });
    return out;
  }

 private:
  /// Every cell's most probable symbol given the others, the lowest of equal ones.
  template <class V>
  [[nodiscard]] std::vector<token> stepped(V const& view, std::span<token const> clean, data_shape shape) const {
    std::vector<token> out(clean.size());
    for_each_cell_law(
        view,
        clean,
        {1e-5, {sampler.eps}},
        shape,
        cell_law::leave_one_out,
        cell_law::leave_one_out,
        [&](std::size_t cell, std::span<double const> log_p) { out[cell] = static_cast<token>(largest_of(log_p)); });
    return out;
  }

  [[nodiscard]] static held_boards compared(std::span<token const> clean,
                                            std::span<token const> after,
                                            std::size_t cells) {
    held_boards out;
    for (std::size_t first = 0; first < clean.size(); first += cells) {
      bool all = true;
      for (std::size_t j = first; j < first + cells; ++j) {
        out.cells.add(after[j] == clean[j]);
        all = all && after[j] == clean[j];
      }
      out.boards.add(all);
    }
    return out;
  }
};

}  // namespace regula

BOOST_HANA_ADAPT_STRUCT(regula::held_boards, boards, cells);
BOOST_HANA_ADAPT_STRUCT(regula::fixed_point::held_sets, training, unseen, random);
BOOST_HANA_ADAPT_STRUCT(regula::fixed_point::result, sampler, step);
BOOST_HANA_ADAPT_STRUCT(regula::fixed_point, boards, t, sampler, sampled);
