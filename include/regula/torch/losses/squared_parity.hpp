// SPDX-License-Identifier: MIT
/// @file
/// The squared loss of hidden signs on tensors, for automatic differentiation.
#pragma once

#include <regula/objectives/squared_parity.hpp>
#include <regula/torch/convert.hpp>
#include <regula/torch/detail/batch_tensors.hpp>
#include <regula/torch/detail/torch.hpp>

namespace regula::libtorch {

/// The loss of every sample. It shares no code with `squared_parity::loss`, so that each checks the other.
///
/// Shapes    net: [B, T], hidden cells 2 -> [B, T]; result [B], in double
template <class Net>
[[nodiscard]] torch::Tensor losses(
    squared_parity const&, Net& net, batch const& clean, masked_corruption const& c, placement where) {
  auto const z      = visible_symbols(c.visible, clean, where);              // [B, T]
  auto const hidden = z == 2;                                                // [B, T]
  auto const sign   = clean_symbols(clean, where) * 2 - 1;                   // [B, T], -1 or +1
  auto const error  = (net.forward(z).to(torch::kFloat64) - sign) * hidden;  // [B, T]
  auto const weight = torch::where(hidden.any(1), per_sample(c.t, clean, where).mul(2).reciprocal(), 0.0);  // [B]
  return weight * error.square().sum(1);                                                                    // [B]
}

}  // namespace regula::libtorch
