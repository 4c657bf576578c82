// SPDX-License-Identifier: MIT
/// @file
/// Batches and corruptions of symbols as tensors, and what the losses of symbols share.
#pragma once

#include <regula/concepts/objective.hpp>
#include <regula/torch/convert.hpp>
#include <regula/torch/detail/torch.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace regula::libtorch {

/// The clean symbols. Shape [B, T] int64.
[[nodiscard]] inline torch::Tensor clean_symbols(batch const& clean, placement where) {
  return symbols_of(clean.boards, clean.size, clean.shape, /*extra=*/false, where.device);
}

/// Symbols with hidden cells, which are V. Shape [B, T] int64.
[[nodiscard]] inline torch::Tensor visible_symbols(std::span<token const> visible,
                                                   batch const& clean,
                                                   placement where) {
  return symbols_of(visible, clean.size, clean.shape, /*extra=*/true, where.device);
}

/// A number a sample, in double and copied. Shape [B].
///
/// Errors    throws shape_error for another number of samples
[[nodiscard]] inline torch::Tensor per_sample(std::vector<double> const& values, batch const& clean, placement where) {
  return view_of(std::span<double const>{values}, {static_cast<std::int64_t>(clean.size)})
      .to(where.device, torch::kFloat64, /*non_blocking=*/false, /*copy=*/true);
}

/// -ln p of these symbols by a net's logits, in double. Shapes  logits [B, T, W]; symbols, result [B, T]
[[nodiscard]] inline torch::Tensor cell_losses(torch::Tensor const& logits, torch::Tensor const& symbols) {
  return -logits.to(torch::kFloat64).log_softmax(-1).gather(-1, symbols.unsqueeze(-1)).squeeze(-1);
}

}  // namespace regula::libtorch
