// SPDX-License-Identifier: MIT
/// @file
/// A plan for the data of a golden file: a rule that all boards satisfy, and an encoding with the file's channels.
#pragma once

#include <regula/concepts/model.hpp>
#include <regula/concepts/rule_refinements.hpp>
#include <regula/objectives/denoising.hpp>
#include <regula/pipeline/compose.hpp>
#include <regula/random/draws.hpp>

#include <algorithm>
#include <cstddef>
#include <span>

namespace regula::golden::detail {

/// Every board of the shape. The boards of a golden file come as numbers and are never judged.
template <data_shape S>
struct all_boards {
  static constexpr std::size_t cell_count = S.cells();
  static constexpr token alphabet         = S.alphabet;
  static constexpr extents board          = S.board;

  bool holds(cells<cell_count> x) const noexcept {
    return std::ranges::all_of(x, [](token t) { return t < alphabet; });
  }
  void draw(auto& rng, cells_out<cell_count> x) const {
    for (token& t : x)
      t = pick(rng, alphabet);
  }
};

/// A symbol as a number (one channel) or as its place (one-hot). The values of a golden file are encoded already.
template <std::size_t C>
struct given_values {
  static constexpr bool accepts(token alphabet) { return C == 1 || C == alphabet; }
  static constexpr std::size_t channels(token) { return C; }
  static void encode(token symbol, token, std::span<float> out) {
    if constexpr (C == 1) {
      out[0] = static_cast<float>(symbol);
    } else {
      std::ranges::fill(out, 0.0F);
      out[symbol] = 1;
    }
  }
  [[nodiscard]] static token decode(std::span<float const> x, token alphabet) {
    for (token t = 0; t < alphabet; ++t)
      if (C == 1 ? x[0] == static_cast<float>(t) : x[t] == 1.0F) return t;
    return no_token;
  }
};

template <Model M, data_shape S>
[[nodiscard]] auto denoising_plan(double sigma_data) {
  return compose(all_boards<S>{}, M{}, denoising<given_values<S.channels>>{.sigma_data = sigma_data});
}

}  // namespace regula::golden::detail
