// SPDX-License-Identifier: MIT
/// @file
/// A LibTorch net that samplers and probes can evaluate: plain numbers in, plain numbers out, in bounded memory.
#pragma once

#include <regula/error.hpp>
#include <regula/pipeline/denoiser_view.hpp>
#include <regula/torch/convert.hpp>
#include <regula/torch/detail/torch.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

namespace regula::libtorch {

/// A net of the denoiser head as a DenoiserNetwork. It shares the net with the trainer and sees every update.
///
/// Samples go through the net in groups, so that memory does not grow with their number. In single precision the output
/// of a sample may differ in its last bits with the size of its group, because matrix products are summed otherwise.
template <class Net, std::floating_point Real>
class network {
 public:
  using real = Real;

  network(std::shared_ptr<Net> net, data_shape shape, placement where)
      : net_{std::move(net)}, shape_{shape}, where_{where} {}

  /// Writes the net's output of n samples.
  ///
  /// Shapes    values, out [n, T, C]; noise [1] for all samples, or [n]
  /// Errors    throws shape_error if the sizes do not fit
  void evaluate(std::span<Real const> values, std::span<Real const> noise, std::span<Real> out) const {
    std::size_t const n = values.size() / shape_.values();
    require<shape_error>(values.size() == n * shape_.values() && out.size() == values.size(),
                         "network::evaluate: expected values and output of n samples of {} numbers, got {} and {}",
                         shape_.values(),
                         values.size(),
                         out.size());
    require<shape_error>(noise.size() == 1 || noise.size() == n,
                         "network::evaluate: expected 1 noise feature, or one for each of {} samples, got {}",
                         n,
                         noise.size());
    c10::InferenceMode const no_gradients;
    std::size_t const group = group_size();
    for (std::size_t first = 0; first < n; first += group) {
      std::size_t const count = std::min(group, n - first), at = first * shape_.values();
      auto const level = noise.size() == 1 ? noise : noise.subspan(first, count);
      evaluate_group(values.subspan(at, count * shape_.values()), level, out.subspan(at, count * shape_.values()));
    }
  }

  /// Samples that go through the net at once.
  [[nodiscard]] std::size_t group_size() const {
    std::int64_t const numbers = where_.device.is_cpu() ? std::int64_t{1} << 21 : std::int64_t{1} << 27;
    return static_cast<std::size_t>(std::max<std::int64_t>(1, numbers / net_->activations()));
  }

 private:
  void evaluate_group(std::span<Real const> values, std::span<Real const> noise, std::span<Real> out) const {
    auto const size = [](std::size_t n) { return static_cast<std::int64_t>(n); };
    auto const n    = size(values.size() / shape_.values());
    auto const in   = view_of(values, {n, size(shape_.cells()), size(shape_.channels)}).to(where_.options());
    auto const raw  = net_->forward(in, view_of(noise, {size(noise.size())}).to(where_.options()));  // [n, T, C]
    auto const back = raw.to(torch::kCPU).contiguous();
    std::copy_n(back.template const_data_ptr<Real>(), out.size(), out.begin());
  }

  std::shared_ptr<Net> net_;
  data_shape shape_;
  placement where_;
};

}  // namespace regula::libtorch
