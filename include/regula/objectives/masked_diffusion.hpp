// SPDX-License-Identifier: MIT
/// @file
/// Masked diffusion: cells are hidden with a random probability t, and the network says what they were.
#pragma once

#include <regula/concepts/objective.hpp>
#include <regula/objectives/detail/cross_entropy.hpp>
#include <regula/objectives/masking.hpp>
#include <regula/objectives/t_laws.hpp>
#include <regula/samplers/unmask.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>

namespace regula {

/// The weight of a sample by its masking time.
enum class mask_weight {
  inverse_t,  ///< 1/t: over the full range the loss is a bound on -ln p(x)
  none,       ///< 1
};

/// What the sum over a sample's hidden cells is divided by.
enum class mask_normalizer {
  cells,   ///< T
  hidden,  ///< the sample's hidden cells; the loss is 0 if there is none
  none,    ///< 1
};

/// Masked diffusion: mean over the batch of weight(t)/normalizer times the sum over hidden cells of -ln p(x_j | rest).
///
/// t follows `t` and each cell is hidden with probability t. With weight 1/t no t below `floor` is drawn: windows use
/// max(lo, floor) for lo, the other laws t = floor + (1 - floor) t'. The rare small t of a window that starts at 0 have
/// weights of hundreds: at the size of examples nothing was learnt without a floor, and 0.02 was safe. `tally` records
/// the largest weight drawn. Evaluation does not use the window: see `masked_bound`.
/// Units     nats per cell (normalizer `cells`)
/// Requires  what `check(masked_diffusion)` asks for; training checks it before the first step
/// Source    Sahoo et al. 2024 (MDLM); the window: Huang and Mirzasoleiman 2026, arXiv:2601.22450
template <TLaw Law = t_window>
struct masked_diffusion {
  static constexpr head needs            = head::logits;
  static constexpr std::string_view name = "masked_diffusion";
  using corruption                       = masked_corruption;
  using tally                            = masked_tally;

  Law t                      = {};
  mask_weight weight         = mask_weight::inverse_t;
  mask_normalizer normalizer = mask_normalizer::cells;
  t_draw draw                = t_draw::stratified;
  double floor               = 1e-3;  ///< of t; with weight `none` there is none
  empty_masks empty          = empty_masks::kept;

  [[nodiscard]] static constexpr bool accepts(token /*alphabet*/) { return true; }
  [[nodiscard]] static constexpr std::size_t channels(token /*alphabet*/) { return 1; }
  static void encode(batch& /*clean*/) {}
  [[nodiscard]] static unmask sampler() { return {}; }

  static void prepare(batch const& clean, corruption& out) { detail::prepare_masks(clean, out); }

  /// Draws sample i's t, then its mask.
  void corrupt(batch const& clean, std::size_t i, stream& rng, corruption& out) const {
    detail::draw_mask(t, draw, weight == mask_weight::inverse_t ? floor : 0, empty, clean, i, rng, out);
  }

  /// The visible symbols of sample i, hidden cells `no_token`.
  template <std::floating_point Real>
  void read(batch const& clean, corruption const& c, std::size_t i, sample_input<Real>& input) const {
    std::ranges::copy(c.row(i, clean.shape.cells()), input.symbols.begin());
  }

  /// What the sum over sample i's hidden cells is multiplied with.
  [[nodiscard]] double scale(batch const& clean, corruption const& c, std::size_t i) const {
    double const weighted = weight == mask_weight::inverse_t ? 1 / c.t[i] : 1;
    auto const row        = c.row(i, clean.shape.cells());
    switch (normalizer) {
      case mask_normalizer::cells:
        return weighted / static_cast<double>(row.size());
      case mask_normalizer::hidden:
        return weighted / static_cast<double>(std::max<std::ptrdiff_t>(1, std::ranges::count(row, no_token)));
      case mask_normalizer::none:
        break;
    }
    return weighted;
  }

  /// The loss of sample i given the logits `output` [T, V], and its derivative into `gradient` [T, V].
  template <std::floating_point Real>
  double loss(std::span<Real const> output,
              batch const& clean,
              corruption const& c,
              std::size_t i,
              std::span<Real> gradient) const {
    std::size_t const n = clean.shape.cells(), symbols = clean.shape.alphabet;
    double const factor = scale(clean, c, i);
    double sum          = 0;
    for (std::size_t j = 0; j < n; ++j) {
      auto const row = gradient.subspan(j * symbols, symbols);
      if (c.visible[i * n + j] == no_token)
        sum += detail::cross_entropy(output.subspan(j * symbols, symbols), clean.boards[i * n + j], factor, row);
      else
        std::ranges::fill(row, Real{0});
    }
    return sum == 0 ? 0 : factor * sum;
  }

  /// Adds what was drawn for a batch.
  void count(batch const& clean, corruption const& c, tally& sum) const {
    auto const weighted = [this](double at) { return weight == mask_weight::inverse_t ? 1 / at : 1; };
    detail::count_masks(c, clean.shape.cells(), weighted, sum);
  }
};

/// Errors    throws range_error naming the setting, what was expected and what was given
template <TLaw Law>
void check(masked_diffusion<Law> const& o) {
  check(o.t);
  if (o.weight == mask_weight::inverse_t) detail::check_floor("masked_diffusion", o.t, o.floor);
}

}  // namespace regula
