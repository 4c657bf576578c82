// SPDX-License-Identifier: MIT
/// @file
/// Output supervision: one cell, the label, is hidden, and only it is scored.
#pragma once

#include <regula/concepts/objective.hpp>
#include <regula/error.hpp>
#include <regula/objectives/detail/cross_entropy.hpp>
#include <regula/objectives/masking.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <limits>
#include <span>
#include <string_view>

namespace regula {

/// Output supervision: mean over the batch of -ln p(label | all other cells).
///
/// Units     nats per label
/// Errors    `prepare` throws range_error for a label cell outside the board
/// Source    "standard training" of Huang and Mirzasoleiman 2026, arXiv:2601.22450
struct output_supervision {
  static constexpr head needs            = head::logits;
  static constexpr std::string_view name = "output_supervision";
  static constexpr std::size_t last      = std::numeric_limits<std::size_t>::max();  ///< the board's last cell
  using corruption                       = masked_corruption;

  std::size_t label_cell = last;

  [[nodiscard]] static constexpr bool accepts(token /*alphabet*/) { return true; }
  [[nodiscard]] static constexpr std::size_t channels(token /*alphabet*/) { return 1; }
  static void encode(batch& /*clean*/) {}
  [[nodiscard]] static no_sampler sampler() { return {}; }

  /// The cell that is hidden on a board of this shape.
  [[nodiscard]] std::size_t label_of(data_shape shape) const {
    return label_cell == last ? shape.cells() - 1 : label_cell;
  }

  void prepare(batch const& clean, corruption& out) const {
    require(label_of(clean.shape) < clean.shape.cells(),
            "output_supervision: expected label_cell below {} cells, got {}",
            clean.shape.cells(),
            label_cell);
    detail::prepare_masks(clean, out);
  }

  void corrupt(batch const& clean, std::size_t i, stream& /*rng*/, corruption& out) const {
    std::size_t const n = clean.shape.cells();
    auto const row      = std::span{out.visible}.subspan(i * n, n);
    std::ranges::copy(std::span{clean.boards}.subspan(i * n, n), row.begin());
    row[label_of(clean.shape)] = no_token;
  }

  template <std::floating_point Real>
  void read(batch const& clean, corruption const& c, std::size_t i, sample_input<Real>& input) const {
    std::ranges::copy(c.row(i, clean.shape.cells()), input.symbols.begin());
  }

  /// The loss of sample i given the logits `output` [T, V], and its derivative into `gradient` [T, V].
  template <std::floating_point Real>
  double loss(std::span<Real const> output,
              batch const& clean,
              corruption const& /*c*/,
              std::size_t i,
              std::span<Real> gradient) const {
    std::size_t const n = clean.shape.cells(), symbols = clean.shape.alphabet, label = label_of(clean.shape);
    std::ranges::fill(gradient, Real{0});
    return detail::cross_entropy(output.subspan(label * symbols, symbols),
                                 clean.boards[i * n + label],
                                 1,
                                 gradient.subspan(label * symbols, symbols));
  }
};

/// Whether the label cell is on the board is known once there is one: `prepare` checks it.
inline void check(output_supervision const&) {}

}  // namespace regula
