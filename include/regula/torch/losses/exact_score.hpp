// SPDX-License-Identifier: MIT
/// @file
/// The loss of score matching against the exact score on tensors, for automatic differentiation.
#pragma once

#include <regula/objectives/exact_score.hpp>
#include <regula/torch/convert.hpp>
#include <regula/torch/detail/torch.hpp>
#include <regula/torch/losses/denoising.hpp>

#include <cstdint>
#include <span>

namespace regula::libtorch {

/// The loss of every sample. It shares no code with `exact_score::loss`, so that each checks the other.
///
/// Shapes    net: ([B, T, C], [B]) -> [B, T, C]; result [B]
/// Errors    throws shape_error if batch and corruption differ in size
template <Encoding E, class Net>
[[nodiscard]] torch::Tensor losses(
    exact_score<E> const& o, Net& net, batch const& clean, exact_corruption const& c, placement where) {
  auto const sigma = view_of(std::span<float const>{c.sigma}, {static_cast<std::int64_t>(clean.size)});
  return score_losses(o.sigma_data,
                      o.weighting,
                      net,
                      batch_values(clean.values, clean, where),
                      sigma.to(where.options()),
                      batch_values(c.noise, clean, where),
                      batch_values(c.target, clean, where));
}

}  // namespace regula::libtorch
