// SPDX-License-Identifier: MIT
/// @file
/// The probe of the basins of models of symbols: how much of corrupted boards the sampler brings back, by the time t
/// they were corrupted at.
#pragma once

#include <regula/concepts/probe.hpp>
#include <regula/probes/cell_entropy.hpp>
#include <regula/probes/recovery_score.hpp>
#include <regula/probes/symbol_corruption.hpp>
#include <regula/samplers/iterated_argmax.hpp>
#include <regula/samplers/reverse.hpp>
#include <regula/samplers/unmask.hpp>

#include <boost/hana/adapt_struct.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace regula {

/// Boards, what a corruption made of them, and what the sampler made of that. Shapes  all [n, T]
struct restored_boards {
  std::vector<token> clean, corrupted, restored;
};

/// How sure the model is of cells by what became of them. Leave-one-out entropies of restored boards at t = 1e-5.
///
/// Units     nats; standard errors as if cells were independent
struct entropy_by_fate {
  mean_value recovered;  ///< changed, and came back
  mean_value failed;     ///< changed, and did not
  mean_value kept;       ///< left alone, and stayed
  mean_value broken;     ///< left alone, and was changed by the model
};

/// What came back of one set.
struct set_recovery {
  recovery_score score;
  entropy_by_fate entropy;
};

/// Token recovery of training boards, of held-out boards and of uniform ones, which nobody has seen and no rule made.
///
/// A board is redrawn (or hidden) at time t and taken back from there by the sampler. A model that copies brings back
/// training boards only; one that knows the law, both alike. Where a cell's symbol follows from the others it comes
/// back; where it does not, no model can know which of them it was.
/// Source    Pham et al. 2026, arXiv:2604.26841, with 1000 levels and 5000 boards
struct recovery {
  static constexpr std::string_view name = "recovery";
  static constexpr probe_need needs      = probe_need::model;

  std::vector<double> times                      = {0.05, 0.1, 0.25, 0.5, 1};
  std::size_t boards                             = 256;                     ///< the first so many of each set, at most
  std::variant<reverse, iterated_argmax> redrawn = reverse{.levels = 100};  ///< the sampler of redrawn cells
  unmask hidden                                  = {};                      ///< the sampler of hidden cells
  bool entropies                                 = true;                    ///< measure entropies by fate too

  struct at_time {
    std::string family;  ///< "t=0.25": its name in records
    double t;
    set_recovery training;
    set_recovery unseen;  ///< held-out boards
    set_recovery random;  ///< control boards
  };
  struct result {
    std::vector<at_time> times;  ///< in the order asked for
  };

  /// Errors    throws range_error for times outside (0, 1], or more than 4096 of them
  template <Rule R, RestoresSymbols V>
  [[nodiscard]] result measure(evaluation<R, V> const& e) const {
    require(times.size() <= 4096, "recovery: expected at most 4096 times, got {}", times.size());
    data_shape const shape{board_of<R>(), 1, R::alphabet};
    result out;
    for (std::size_t k = 0; k < times.size(); ++k) {
      auto const of = [&](board_set<R::cell_count> const& set, std::size_t which) {
        auto const some = set.tokens().first(std::min(boards, set.size()) * R::cell_count);
        return score(e.model, some, times[k], shape, part_of(e.streams, 2 * (3 * k + which)));
      };
      out.times.push_back({fmt::format("t={}", times[k]),
                           times[k],
                           of(e.data.training, 0),
                           of(e.data.held_out, 1),
                           of(e.data.control, 2)});
    }
    return out;
  }

  /// Corrupts boards at time t and takes them back. Board i depends on `streams`, i and the model only.
  ///
  /// Shapes    boards [n, T]
  /// Errors    throws shape_error for part of a board, range_error for a symbol outside the alphabet or t outside (0,
  /// 1]
  template <RestoresSymbols V>
  [[nodiscard]] restored_boards restore(
      V const& view, std::span<token const> some, double t, data_shape shape, stream_family streams) const {
    restored_boards out{{some.begin(), some.end()}, corrupted_boards<V>(some, {t, {eps()}}, shape, streams), {}};
    out.restored = out.corrupted;
    if constexpr (PredictsRedrawn<V const>) {
      if (auto const* steps = std::get_if<reverse>(&redrawn))
        steps->restore(view, std::span{out.restored}, t, shape, part_of(streams, 1));
      else
        std::get<iterated_argmax>(redrawn).restore(view, std::span{out.restored}, shape);
    } else {
      hidden.fill(view, std::span{out.restored}, shape, part_of(streams, 1));
    }
    return out;
  }

  /// Entropies of restored boards by what became of each cell.
  template <RestoresSymbols V>
  [[nodiscard]] entropy_by_fate entropies_of(V const& view, restored_boards const& of, data_shape shape) const {
    auto const entropy =
        cell_entropies(view, std::span<token const>{of.restored}, {1e-5, {eps()}}, shape, cell_law::leave_one_out);
    running_mean recovered, failed, kept, broken;
    for (std::size_t i = 0; i < entropy.size(); ++i) {
      bool const was_changed = of.corrupted[i] != of.clean[i], is_right = of.restored[i] == of.clean[i];
      (was_changed ? is_right ? recovered : failed : is_right ? kept : broken).add(entropy[i]);
    }
    return {recovered.value(), failed.value(), kept.value(), broken.value()};
  }

 private:
  [[nodiscard]] double eps() const {
    return std::visit([](auto const& sampler) { return sampler.eps; }, redrawn);
  }

  template <class V>
  [[nodiscard]] set_recovery score(
      V const& view, std::span<token const> some, double t, data_shape shape, stream_family streams) const {
    if (some.empty()) return {};
    auto const found = restore(view, some, t, shape, streams);
    return {recovery_of(found.clean, found.corrupted, found.restored, shape.cells()),
            entropies ? entropies_of(view, found, shape) : entropy_by_fate{}};
  }
};

}  // namespace regula

BOOST_HANA_ADAPT_STRUCT(regula::entropy_by_fate, recovered, failed, kept, broken);
BOOST_HANA_ADAPT_STRUCT(regula::set_recovery, score, entropy);
BOOST_HANA_ADAPT_STRUCT(regula::recovery::at_time, family, t, training, unseen, random);
BOOST_HANA_ADAPT_STRUCT(regula::recovery::result, times);
BOOST_HANA_ADAPT_STRUCT(regula::recovery, times, boards, redrawn, hidden, entropies);
