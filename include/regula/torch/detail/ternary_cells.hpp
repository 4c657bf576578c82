// SPDX-License-Identifier: MIT
/// @file
/// Cells of two symbols, or hidden, as the unit vectors that the networks of the k-parity theory read.
#pragma once

#include <regula/torch/detail/torch.hpp>

#include <cstdint>

namespace regula::libtorch {

/// e(b T + j) of cell j: b is 0 for symbol 0, 1 for a hidden cell (2), 2 for symbol 1.
///
/// Shapes    symbols [B, T] int64 in 0..2; result [B, T, 3T]
[[nodiscard]] inline torch::Tensor unit_vectors(torch::Tensor const& symbols, torch::Dtype precision) {
  auto const cells = symbols.size(1);
  auto const kind  = torch::where(symbols == 0, 0, 3 - symbols);              // [B, T]
  auto const place = kind * cells + torch::arange(cells, symbols.options());  // [B, T]
  return torch::one_hot(place, 3 * cells).to(precision);                      // [B, T, 3T]
}

}  // namespace regula::libtorch
