// SPDX-License-Identifier: MIT
/// @file
/// The probe that takes the masked loss on k-parity apart: what is lost on masks of signal, on masks of noise, and what
/// nobody can avoid.
#pragma once

#include <regula/concepts/probe.hpp>
#include <regula/probes/detail/loss_terms.hpp>
#include <regula/probes/mask_regimes.hpp>
#include <regula/probes/mean_value.hpp>
#include <regula/probes/secret.hpp>

#include <boost/hana/adapt_struct.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace regula {

/// The masked loss, apart. Means over boards and masks; standard errors over boards, their masks included.
struct loss_by_regime {
  mean_value signal;    ///< masks of signal: off the best single prediction; this teaches the rule
  mean_value noise;     ///< masks of noise: off the prediction that says nothing; the implicit regularizer
  mean_value position;  ///< by what the answers of hidden cells differ; 0 if one prediction answers for all
  mean_value constant;  ///< what the best single prediction loses
  mean_value total;     ///< the objective; on average over the hidden cells, the sum of the four above
};

/// On the boards that a run is trained on, and on others.
struct effective_losses {
  loss_by_regime training;
  loss_by_regime held_out;  ///< NaN where there are none
};

/// An objective whose loss `effective_loss` takes apart: squared parity, or masked diffusion with a weight a sample.
template <class O>
concept HasRegimes =
    HidesCells<O> &&
    (O::needs == head::predictions ||
     requires(O const& o, batch const& b, masked_corruption const& c) { o.scale(b, c, std::size_t{0}); });

/// For boards x of k-parity under masks that hide the cells M, and a prediction f: of `squared_parity`, signal is
/// |M|/(2t) (f - f*)^2 with f* = x_s/|M|, s the one hidden secret cell, and noise |M|/(2t) f^2. Of `masked_diffusion`
/// both are w |M| KL(f* || f), w the weight of the sample, with f* = ([x_s = 1] + (|M| - 1)/2)/|M| of signal and 1/2 of
/// noise. f is the mean over M. The term `position` is negative if the model tells the secret cell from the others.
///
/// Units     those of the objective; `signal` and `noise` are the theory's P_S E_S[..] and P_N E_N[..]
/// Requires  boards of the rule: two symbols, the label right
/// Source    Huang and Mirzasoleiman 2026, arXiv:2601.22450, theorems 4.3 and C.2
template <HasRegimes O>
struct effective_loss {
  static constexpr std::string_view name = "effective_loss";
  static constexpr probe_need needs      = probe_need::model;
  using result                           = effective_losses;

  O objective        = {};
  std::size_t boards = 256;  ///< the first so many of each set, at most
  std::size_t masks  = 8;    ///< of each board

  /// Errors    throws what `check` of the objective throws; range_error for a model of other numbers a cell
  template <HasSecret R, class V>
    requires PredictsHidden<V const>
  [[nodiscard]] result measure(evaluation<R, V> const& e) const {
    static_assert(R::alphabet == 2);
    check(objective);
    return {of(e, e.data.training, 0), of(e, e.data.held_out, 1)};
  }

 private:
  template <class R, class V>
  [[nodiscard]] loss_by_regime of(evaluation<R, V> const& e,
                                  board_set<R::cell_count> const& set,
                                  std::size_t at) const {
    constexpr std::size_t T = R::cell_count;
    std::size_t const n = std::min(boards, set.size()), columns = e.model.columns();
    std::size_t const expected = O::needs == head::predictions ? 1 : 2;
    require(columns == expected, "effective_loss: expected {} numbers a cell, got {}", expected, columns);
    if (n == 0 || masks == 0) return {};
    batch clean{{board_of<R>(), 1, R::alphabet}, n * masks, {}, {}, e.step};
    for (std::size_t k = 0; k < masks; ++k)  // all boards again and again, so that each meets all strata of t
      clean.boards.insert(clean.boards.end(), set.tokens().begin(), set.tokens().begin() + std::ptrdiff_t(n * T));
    masked_corruption drawn;
    objective.prepare(clean, drawn);
    for (std::size_t i = 0; i < clean.size; ++i) {
      stream rng = e.streams(2 * i + at);
      objective.corrupt(clean, i, rng, drawn);
    }
    auto const in_secret = secret_cells(e.rule);
    std::vector<std::array<double, 5>> sums(n);
    std::vector<double> answers(n * T * columns);
    for (std::size_t k = 0; k < masks; ++k) {
      e.model(std::span<token const>{drawn.visible}.subspan(k * n * T, n * T), std::span{answers});
      for (std::size_t i = 0; i < n; ++i)
        add(clean, drawn, k * n + i, in_secret, std::span{answers}.subspan(i * T * columns, T * columns), sums[i]);
    }
    return means(sums);
  }

  template <std::size_t T>
  void add(batch const& clean,
           masked_corruption const& drawn,
           std::size_t i,
           std::array<bool, T> const& in_secret,
           std::span<double const> answer,
           std::array<double, 5>& sum) const {
    auto const board = std::span<token const>{clean.boards}.subspan(i * T, T), visible = drawn.row(i, T);
    auto const hidden = count_hidden(in_secret, visible);
    detail::loss_terms found;
    if constexpr (O::needs == head::predictions)
      found = detail::squared_terms(board, visible, hidden, answer, 1 / (2 * drawn.t[i]));
    else
      found = detail::logit_terms(board, visible, hidden, answer, objective.scale(clean, drawn, i));
    std::array<double, 5> const terms{found.signal, found.noise, found.position, found.constant, found.total};
    for (std::size_t k = 0; k < 5; ++k)
      sum[k] += terms[k] / static_cast<double>(masks);
  }

  [[nodiscard]] static loss_by_regime means(std::vector<std::array<double, 5>> const& boards) {
    std::array<running_mean, 5> of;
    for (auto const& terms : boards)
      for (std::size_t k = 0; k < 5; ++k)
        of[k].add(terms[k]);
    return {of[0].value(), of[1].value(), of[2].value(), of[3].value(), of[4].value()};
  }
};

}  // namespace regula

BOOST_HANA_ADAPT_STRUCT(regula::loss_by_regime, signal, noise, position, constant, total);
BOOST_HANA_ADAPT_STRUCT(regula::effective_losses, training, held_out);
