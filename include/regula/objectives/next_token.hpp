// SPDX-License-Identifier: MIT
/// @file
/// Next-token prediction: every cell given the cells before it.
#pragma once

#include <regula/concepts/objective.hpp>
#include <regula/objectives/detail/cross_entropy.hpp>
#include <regula/samplers/ancestral.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>

namespace regula {

/// Boards as they are.
struct no_corruption {};

/// Next token: mean over batch and cells of -ln p(x_j | x_0 .. x_{j-1}), over V symbols and *start*.
///
/// The network reads the board itself and shifts it behind *start*.
/// Units     nats per cell
struct next_token {
  static constexpr head needs            = head::causal_logits;
  static constexpr std::string_view name = "next_token";
  using corruption                       = no_corruption;

  [[nodiscard]] static constexpr bool accepts(token /*alphabet*/) { return true; }
  [[nodiscard]] static constexpr std::size_t channels(token /*alphabet*/) { return 1; }
  static void encode(batch& /*clean*/) {}
  [[nodiscard]] static ancestral sampler() { return {}; }

  static void prepare(batch const& /*clean*/, corruption& /*out*/) {}
  static void corrupt(batch const& /*clean*/, std::size_t /*i*/, stream& /*rng*/, corruption& /*out*/) {}

  template <std::floating_point Real>
  void read(batch const& clean, corruption const& /*c*/, std::size_t i, sample_input<Real>& input) const {
    std::size_t const n = clean.shape.cells();
    std::ranges::copy(std::span{clean.boards}.subspan(i * n, n), input.symbols.begin());
  }

  /// The loss of sample i given the logits `output` [T, V + 1], and its derivative into `gradient` [T, V + 1].
  template <std::floating_point Real>
  double loss(std::span<Real const> output,
              batch const& clean,
              corruption const& /*c*/,
              std::size_t i,
              std::span<Real> gradient) const {
    std::size_t const n = clean.shape.cells(), width = output_channels(needs, clean.shape);
    double const scale = 1 / static_cast<double>(n);
    double sum         = 0;
    for (std::size_t j = 0; j < n; ++j)
      sum += detail::cross_entropy(
          output.subspan(j * width, width), clean.boards[i * n + j], scale, gradient.subspan(j * width, width));
    return scale * sum;
  }
};

/// There is nothing to set.
inline void check(next_token const&) {}

}  // namespace regula
