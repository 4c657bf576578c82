// SPDX-License-Identifier: MIT
/// @file
/// The loss of a hidden label on tensors, for automatic differentiation.
#pragma once

#include <regula/objectives/output_supervision.hpp>
#include <regula/torch/convert.hpp>
#include <regula/torch/detail/batch_tensors.hpp>
#include <regula/torch/detail/torch.hpp>

#include <cstdint>

namespace regula::libtorch {

/// The loss of every sample. It shares no code with `output_supervision::loss`, so that each checks the other.
///
/// Shapes    net: [B, T], hidden cells V -> [B, T, V]; result [B], in double
/// Units     nats per label
template <class Net>
[[nodiscard]] torch::Tensor losses(
    output_supervision const& o, Net& net, batch const& clean, masked_corruption const& c, placement where) {
  auto const label  = static_cast<std::int64_t>(o.label_of(clean.shape));
  auto const x      = clean_symbols(clean, where);                                   // [B, T]
  auto const logits = net.forward(visible_symbols(c.visible, clean, where));         // [B, T, V]
  return cell_losses(logits.narrow(1, label, 1), x.narrow(1, label, 1)).squeeze(1);  // [B]
}

}  // namespace regula::libtorch
