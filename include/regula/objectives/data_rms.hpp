// SPDX-License-Identifier: MIT
/// @file
/// The root mean square of encoded data: what sigma_data is where it shall fit the data.
#pragma once

#include <regula/data/board_set.hpp>
#include <regula/error.hpp>
#include <regula/objectives/encoding.hpp>

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace regula {

/// sqrt of the mean square over boards, cells and channels: `denoising{.sigma_data = data_rms(scalar{}, boards, 6)}`.
///
/// Units     of the encoded values
/// Requires  boards of symbols below the alphabet
/// Errors    throws range_error for an empty set
template <Encoding E, std::size_t D>
[[nodiscard]] double data_rms(E const& encoding, board_set<D> const& boards, token alphabet) {
  require(!boards.empty(), "data_rms: expected at least 1 board, got none");
  std::size_t const channels = E::channels(alphabet);
  std::vector<double> mean_square(alphabet);  // of a symbol's code
  std::vector<float> code(channels);
  for (token v = 0; v < alphabet; ++v) {
    encoding.encode(v, alphabet, std::span{code});
    for (float const c : code)
      mean_square[v] += static_cast<double>(c) * static_cast<double>(c) / static_cast<double>(channels);
  }
  double sum = 0;
  for (token const v : boards.tokens())
    sum += mean_square[v];
  return std::sqrt(sum / static_cast<double>(boards.tokens().size()));
}

}  // namespace regula
