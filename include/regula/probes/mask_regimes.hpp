// SPDX-License-Identifier: MIT
/// @file
/// The probe of what a masked objective draws on k-parity: masks of signal and of noise, and how many there should be.
#pragma once

#include <regula/concepts/objective.hpp>
#include <regula/concepts/probe.hpp>
#include <regula/objectives/masked_diffusion.hpp>
#include <regula/objectives/masking.hpp>
#include <regula/objectives/t_mean.hpp>
#include <regula/probes/rate.hpp>
#include <regula/probes/secret.hpp>

#include <boost/hana/adapt_struct.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace regula {

/// An objective that hides cells.
template <class O>
concept HidesCells = Objective<O> && std::same_as<typename O::corruption, masked_corruption>;

namespace detail {

/// Objectives that draw t by a law that they state.
template <class O>
concept StatesTLaw = requires(O const& o) {
  { o.floor } -> std::convertible_to<double>;
  { o.empty } -> std::convertible_to<empty_masks>;
  o.t.floored(0.0, std::uint64_t{0}, 0.0);
};

/// The least t that the objective draws.
template <StatesTLaw O>
[[nodiscard]] double least_t(O const& o) {
  if constexpr (requires { o.weight; }) return o.weight == mask_weight::inverse_t ? o.floor : 0;
  return o.floor;
}

}  // namespace detail

/// P_S of an objective after `step` updates: the probability that a mask hides exactly one of the k + 1 secret cells
/// among `cells`. NaN of an objective that states no law of t, but 1 of one that hides the label alone.
template <HidesCells O>
[[nodiscard]] double signal_share_of(O const& objective, std::size_t k, std::size_t cells, std::uint64_t step = 0) {
  if constexpr (detail::StatesTLaw<O>) {
    bool const given = objective.empty == empty_masks::skipped;
    auto const share = [&](double t) {
      double const one = static_cast<double>(k + 1) * std::pow(1 - t, static_cast<double>(k));
      if (!given) return t * one;
      if (t == 0) return one / static_cast<double>(cells);  // of one hidden cell
      return t * one / -std::expm1(static_cast<double>(cells) * std::log1p(-t));
    };
    return mean_over(objective.t, step, detail::least_t(objective), share);
  } else if constexpr (requires { objective.label_of(data_shape{}); }) {
    return objective.label_cell >= cells - 1 ? 1 : std::numeric_limits<double>::quiet_NaN();
  } else {
    return std::numeric_limits<double>::quiet_NaN();
  }
}

/// What masks hid. Every rate has all masks as denominator, but `label`, which has those of signal.
struct regime_rates {
  rate signal;          ///< exactly one secret cell is hidden, label included: it can be said
  rate untouched;       ///< noise: no secret cell is hidden
  rate several;         ///< noise: two secret cells or more are hidden
  rate empty;           ///< nothing at all is hidden; these are `untouched` too
  rate label;           ///< of the masks of signal, those that hide the label
  rate hidden;          ///< hidden cells of all cells
  double expected = 0;  ///< P_S: what `signal` is on average
};

/// Draws masks as the objective does in training at this step, for one batch of `masks` boards, and counts regimes.
///
/// Stratified times make the rates vary less than the standard errors, which are those of independent masks.
/// Source    Huang and Mirzasoleiman 2026, arXiv:2601.22450, definition 4.1 and theorem 4.3
template <HidesCells O = masked_diffusion<>>
struct mask_regimes {
  static constexpr std::string_view name = "mask_regimes";
  static constexpr probe_need needs      = probe_need::model;
  using result                           = regime_rates;

  O objective       = {};
  std::size_t masks = 4096;

  /// Errors    throws what `check` of the objective throws
  template <HasSecret R, class V>
  [[nodiscard]] result measure(evaluation<R, V> const& e) const {
    check(objective);
    data_shape const shape{board_of<R>(), 1, R::alphabet};
    // What a mask hides does not depend on the board under it.
    batch const clean{shape, masks, std::vector<token>(masks * R::cell_count, 0), {}, e.step};
    auto const drawn     = corrupt(objective, clean, e.streams);
    auto const in_secret = secret_cells(e.rule);
    result out;
    for (std::size_t i = 0; i < masks; ++i) {
      auto const found = count_hidden(in_secret, drawn.row(i, R::cell_count));
      out.signal.add(found.is_signal());
      out.untouched.add(found.secret == 0);
      out.several.add(found.secret > 1);
      out.empty.add(found.cells == 0);
      if (found.is_signal()) out.label.add(*found.last_secret == R::cell_count - 1);
      out.hidden.count += found.cells;
      out.hidden.total += R::cell_count;
    }
    std::size_t const k = static_cast<std::size_t>(std::ranges::count(in_secret, true)) - 1;
    out.expected        = signal_share_of(objective, k, R::cell_count, e.step);
    return out;
  }
};

}  // namespace regula

BOOST_HANA_ADAPT_STRUCT(regula::regime_rates, signal, untouched, several, empty, label, hidden, expected);
