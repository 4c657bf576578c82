// SPDX-License-Identifier: MIT
/// @file
/// The denoising score matching loss on tensors, for automatic differentiation.
#pragma once

#include <regula/objectives/denoising.hpp>
#include <regula/torch/convert.hpp>
#include <regula/torch/detail/torch.hpp>

#include <cstdint>
#include <span>

namespace regula::libtorch {

/// The loss of every sample under a given corruption. It shares no code with `denoising::loss`, so that each checks the
/// other.
///
/// Shapes    net: ([B, T, C], [B]) -> [B, T, C]; clean, noise [B, T, C]; sigma [B]; result [B]
/// Units     squared units of the encoded values, weighted as the objective says
template <Encoding E, class Net>
[[nodiscard]] torch::Tensor losses(denoising<E> const& o,
                                   Net& net,
                                   torch::Tensor const& clean,
                                   torch::Tensor const& sigma,
                                   torch::Tensor const& noise) {
  double const sd    = o.sigma_data;
  auto const like    = [&](torch::Tensor const& x) { return x.to(clean.scalar_type()).view({-1, 1, 1}); };
  auto const s       = sigma.to(torch::kFloat64);                              // [B]
  auto const total   = s.square() + sd * sd;                                   // [B]
  auto const root    = total.sqrt();                                           // [B]
  auto const noisy   = torch::addcmul(clean, noise, like(s));                  // [B, T, C]
  auto const feature = (s.log() / 4).to(clean.scalar_type());                  // [B]
  auto const raw     = net.forward(noisy * like(root.reciprocal()), feature);  // [B, T, C]
  auto const guess   = noisy * like(sd * sd / total) + raw * like(s * sd / root);
  auto const error   = (guess - clean).square().mean({1, 2});  // [B]
  if (o.weighting == noise_weighting::none) return error;
  return error * (total / (s * sd).square()).to(clean.scalar_type());  // [B]
}

/// The same of a plain batch and corruption, computed at `where`. The plain ones must outlive the backward pass.
///
/// Errors    throws shape_error if batch and corruption differ in size
template <Encoding E, class Net>
[[nodiscard]] torch::Tensor losses(
    denoising<E> const& o, Net& net, batch const& clean, gaussian_corruption const& corruption, placement where) {
  auto const size = static_cast<std::int64_t>(clean.size), cells = static_cast<std::int64_t>(clean.shape.cells()),
             channels = static_cast<std::int64_t>(clean.shape.channels);
  auto const moved    = [where](std::vector<float> const& values, std::vector<std::int64_t> const& shape) {
    return view_of(std::span<float const>{values}, shape).to(where.options());
  };
  return losses(o,
                net,
                moved(clean.values, {size, cells, channels}),
                moved(corruption.sigma, {size}),
                moved(corruption.noise, {size, cells, channels}));
}

}  // namespace regula::libtorch
