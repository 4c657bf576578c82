// SPDX-License-Identifier: MIT
/// @file
/// The next-token loss on tensors, for automatic differentiation.
#pragma once

#include <regula/objectives/next_token.hpp>
#include <regula/torch/convert.hpp>
#include <regula/torch/detail/batch_tensors.hpp>
#include <regula/torch/detail/torch.hpp>

namespace regula::libtorch {

/// The loss of every sample. It shares no code with `next_token::loss`, so that each checks the other.
///
/// Shapes    net: [B, T] -> [B, T, V + 1]; result [B], in double
/// Units     nats per cell
template <class Net>
[[nodiscard]] torch::Tensor losses(
    next_token const&, Net& net, batch const& clean, no_corruption const&, placement where) {
  auto const x = clean_symbols(clean, where);     // [B, T]
  return cell_losses(net.forward(x), x).mean(1);  // [B]
}

}  // namespace regula::libtorch
