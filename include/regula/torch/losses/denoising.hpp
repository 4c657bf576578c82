// SPDX-License-Identifier: MIT
/// @file
/// The denoising score matching loss on tensors, for automatic differentiation.
#pragma once

#include <regula/objectives/denoising.hpp>
#include <regula/torch/convert.hpp>
#include <regula/torch/detail/torch.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace regula::libtorch {

/// The score matching loss of every sample against given targets, on tensors.
///
/// Shapes    net: ([B, T, C], [B]) -> [B, T, C]; clean, noise, target [B, T, C]; sigma [B]; result [B]
/// Units     squared units of the encoded values, weighted as the objective says
template <class Net>
[[nodiscard]] torch::Tensor score_losses(double sigma_data,
                                         noise_weighting weighting,
                                         Net& net,
                                         torch::Tensor const& clean,
                                         torch::Tensor const& sigma,
                                         torch::Tensor const& noise,
                                         torch::Tensor const& target) {
  double const sd    = sigma_data;
  auto const like    = [&](torch::Tensor const& x) { return x.to(clean.scalar_type()).view({-1, 1, 1}); };
  auto const s       = sigma.to(torch::kFloat64);                              // [B]
  auto const total   = s.square() + sd * sd;                                   // [B]
  auto const root    = total.sqrt();                                           // [B]
  auto const noisy   = torch::addcmul(clean, noise, like(s));                  // [B, T, C]
  auto const feature = (s.log() / 4).to(clean.scalar_type());                  // [B]
  auto const raw     = net.forward(noisy * like(root.reciprocal()), feature);  // [B, T, C]
  auto const guess   = noisy * like(sd * sd / total) + raw * like(s * sd / root);
  auto const error   = (guess - target).square().mean({1, 2});  // [B]
  if (weighting == noise_weighting::none) return error;
  return error * (total / (s * sd).square()).to(clean.scalar_type());  // [B]
}

/// Values of a batch at `where`. The plain ones must outlive the backward pass. Shape [B, T, C].
///
/// Errors    throws shape_error for another number of values
template <std::floating_point Number>
[[nodiscard]] torch::Tensor batch_values(std::vector<Number> const& values, batch const& clean, placement where) {
  auto const size = [](std::size_t n) { return static_cast<std::int64_t>(n); };
  return view_of(std::span<Number const>{values},
                 {size(clean.size), size(clean.shape.cells()), size(clean.shape.channels)})
      .to(where.options());
}

/// The loss of every sample of a batch under a given corruption, computed at `where`. It shares no code with
/// `denoising::loss`, so that each checks the other.
///
/// Shapes    net: ([B, T, C], [B]) -> [B, T, C]; result [B]
/// Errors    throws shape_error if batch and corruption differ in size
template <Encoding E, class Net>
[[nodiscard]] torch::Tensor losses(
    denoising<E> const& o, Net& net, batch const& clean, gaussian_corruption const& c, placement where) {
  auto const x     = batch_values(clean.values, clean, where);
  auto const sigma = view_of(std::span<float const>{c.sigma}, {static_cast<std::int64_t>(clean.size)});
  return score_losses(
      o.sigma_data, o.weighting, net, x, sigma.to(where.options()), batch_values(c.noise, clean, where), x);
}

}  // namespace regula::libtorch
