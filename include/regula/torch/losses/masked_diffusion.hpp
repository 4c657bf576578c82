// SPDX-License-Identifier: MIT
/// @file
/// The masked diffusion loss on tensors, for automatic differentiation.
#pragma once

#include <regula/objectives/masked_diffusion.hpp>
#include <regula/torch/convert.hpp>
#include <regula/torch/detail/batch_tensors.hpp>
#include <regula/torch/detail/torch.hpp>

namespace regula::libtorch {

/// The loss of every sample. It shares no code with `masked_diffusion::loss`, so that each checks the other.
///
/// Shapes    net: [B, T], hidden cells V -> [B, T, V]; result [B], in double
/// Units     nats per cell with normalizer `cells`
template <TLaw Law, class Net>
[[nodiscard]] torch::Tensor losses(
    masked_diffusion<Law> const& o, Net& net, batch const& clean, masked_corruption const& c, placement where) {
  auto const x      = clean_symbols(clean, where);                                                 // [B, T]
  auto const z      = visible_symbols(c.visible, clean, where);                                    // [B, T]
  auto const hidden = (z == static_cast<std::int64_t>(clean.shape.alphabet)).to(torch::kFloat64);  // [B, T]
  auto const count  = hidden.sum(1);                                                               // [B]
  auto weight       = (count > 0).to(torch::kFloat64);  // [B]: nothing hidden, nothing lost
  if (o.weight == mask_weight::inverse_t)
    weight = torch::where(count > 0, per_sample(c.t, clean, where).reciprocal(), 0.0);  // [B]
  if (o.normalizer == mask_normalizer::cells) weight = weight / static_cast<double>(clean.shape.cells());
  if (o.normalizer == mask_normalizer::hidden) weight = weight / count.clamp_min(1);
  return weight * (cell_losses(net.forward(z), x) * hidden).sum(1);  // [B]
}

}  // namespace regula::libtorch
