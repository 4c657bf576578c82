// SPDX-License-Identifier: MIT
/// @file
/// The bound of uniform diffusion on tensors, for automatic differentiation.
#pragma once

#include <regula/objectives/uniform_diffusion.hpp>
#include <regula/torch/convert.hpp>
#include <regula/torch/detail/batch_tensors.hpp>
#include <regula/torch/detail/torch.hpp>

#include <algorithm>
#include <cstdint>
#include <span>

namespace regula::libtorch {

/// What the net reads: symbols [B, T], or distributions [B, T, V] as soon as one sample has them.
[[nodiscard]] inline torch::Tensor redrawn_input(batch const& clean, redrawn_corruption const& c, placement where) {
  auto const z = symbols_of(c.z, clean.size, clean.shape, /*extra=*/false, where.device);  // [B, T]
  if (std::ranges::none_of(c.soft, [](std::uint8_t soft) { return soft != 0; })) return z;
  std::int64_t const symbols = clean.shape.alphabet;
  auto const hard            = torch::one_hot(z, symbols).to(where.precision);  // [B, T, V]
  auto const relaxed         = view_of(std::span<float const>{c.relaxed}, {z.size(0), z.size(1), symbols})
                           .to(where.options(), /*non_blocking=*/false, /*copy=*/true);                // [B, T, V]
  auto const soft = torch::tensor(at::ArrayRef<std::uint8_t>{c.soft}).to(where.device, torch::kBool);  // [B]
  return torch::where(soft.view({-1, 1, 1}), relaxed, hard);                                           // [B, T, V]
}

/// The loss of every sample. It shares no code with `uniform_diffusion::loss`, so that each checks the other.
///
/// Shapes    net: ([B, T] or [B, T, V], [B]) -> [B, T, V]; result [B], in double
/// Units     nats per cell
template <class Net>
[[nodiscard]] torch::Tensor losses(
    uniform_diffusion const&, Net& net, batch const& clean, redrawn_corruption const& c, placement where) {
  auto const of = [&](std::vector<double> const& values) { return per_sample(values, clean, where).view({-1, 1, 1}); };
  auto const symbols = static_cast<double>(clean.shape.alphabet);                                    // V
  auto const alpha = of(c.alpha), rest = of(c.one_minus_alpha), slope = of(c.alpha_prime);           // [B, 1, 1]
  auto const lambda  = -alpha.log().to(where.precision).view({-1});                                  // [B]
  auto const x       = clean_symbols(clean, where).unsqueeze(-1);                                    // [B, T, 1]
  auto const z       = symbols_of(c.z, clean.size, clean.shape, false, where.device).unsqueeze(-1);  // [B, T, 1]
  auto const raw     = net.forward(redrawn_input(clean, c, where), lambda);                          // [B, T, V]
  auto const guessed = raw.to(torch::kFloat64).softmax(-1) * (symbols * alpha) + rest;               // [B, T, V]
  auto const given =
      rest.expand_as(guessed).contiguous().scatter_add(-1, x, (symbols * alpha).expand_as(x));         // [B, T, V]
  auto const guessed_z = guessed.gather(-1, z), given_z = given.gather(-1, z);                         // [B, T, 1]
  auto const ratio  = given / given_z;                                                                 // [B, T, V]
  auto const excess = (ratio * (ratio.log() + guessed_z.log() - guessed.log())).sum(-1, true);         // [B, T, 1]
  auto const cells  = slope / (symbols * alpha) * (symbols / given_z - symbols / guessed_z - excess);  // [B, T, 1]
  return cells.mean({1, 2});                                                                           // [B]
}

}  // namespace regula::libtorch
