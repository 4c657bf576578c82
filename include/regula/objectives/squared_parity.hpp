// SPDX-License-Identifier: MIT
/// @file
/// The squared loss of hidden signs: the masked objective of the k-parity theory.
#pragma once

#include <regula/concepts/objective.hpp>
#include <regula/objectives/masking.hpp>
#include <regula/objectives/t_laws.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>

namespace regula {

/// Squared parity: mean over the batch of 1/(2t) times the sum over hidden cells of (f_j - x_j)^2, x in {-1, +1}.
///
/// Symbol 0 is -1, symbol 1 is +1. t and masks are drawn as in `masked_diffusion` with weight 1/t.
/// Requires  what `check(squared_parity)` asks for; training checks it before the first step
/// Source    Huang and Mirzasoleiman 2026, arXiv:2601.22450, equation 1
struct squared_parity {
  static constexpr head needs            = head::predictions;
  static constexpr std::string_view name = "squared_parity";
  using corruption                       = masked_corruption;
  using tally                            = masked_tally;

  t_window t        = {};
  t_draw draw       = t_draw::stratified;
  double floor      = 1e-3;  ///< of t
  empty_masks empty = empty_masks::kept;

  [[nodiscard]] static constexpr bool accepts(token alphabet) { return alphabet == 2; }
  [[nodiscard]] static constexpr std::size_t channels(token /*alphabet*/) { return 1; }
  static void encode(batch& /*clean*/) {}
  [[nodiscard]] static no_sampler sampler() { return {}; }

  static void prepare(batch const& clean, corruption& out) { detail::prepare_masks(clean, out); }

  /// Draws sample i's t, then its mask.
  void corrupt(batch const& clean, std::size_t i, stream& rng, corruption& out) const {
    detail::draw_mask(t, draw, floor, empty, clean, i, rng, out);
  }

  template <std::floating_point Real>
  void read(batch const& clean, corruption const& c, std::size_t i, sample_input<Real>& input) const {
    std::ranges::copy(c.row(i, clean.shape.cells()), input.symbols.begin());
  }

  /// The loss of sample i given the predictions `output` [T], and its derivative into `gradient` [T].
  template <std::floating_point Real>
  double loss(std::span<Real const> output,
              batch const& clean,
              corruption const& c,
              std::size_t i,
              std::span<Real> gradient) const {
    std::size_t const n = clean.shape.cells();
    double sum          = 0;
    for (std::size_t j = 0; j < n; ++j) {
      double const sign  = clean.boards[i * n + j] == 0 ? -1 : 1;
      double const error = c.visible[i * n + j] == no_token ? static_cast<double>(output[j]) - sign : 0;
      sum += error * error;
      gradient[j] = static_cast<Real>(error / c.t[i]);
    }
    return sum == 0 ? 0 : sum / (2 * c.t[i]);
  }

  /// Adds what was drawn for a batch.
  static void count(batch const& clean, corruption const& c, tally& sum) {
    detail::count_masks(c, clean.shape.cells(), [](double at) { return 1 / at; }, sum);
  }
};

/// Errors    throws range_error naming the setting, what was expected and what was given
inline void check(squared_parity const& o) {
  check(o.t);
  detail::check_floor("squared_parity", o.t, o.floor);
}

}  // namespace regula
