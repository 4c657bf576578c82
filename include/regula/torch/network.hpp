// SPDX-License-Identifier: MIT
/// @file
/// A LibTorch net that samplers and probes can evaluate: plain numbers in, plain numbers out, in bounded memory.
#pragma once

#include <regula/concepts/model.hpp>
#include <regula/concepts/network_input.hpp>
#include <regula/error.hpp>
#include <regula/io/named_tensors.hpp>
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

/// A net with head H, ready to be evaluated. Satisfies Network. It shares the net with the trainer and sees every
/// update.
///
/// Samples go through the net in groups, so that memory does not grow with their number. In single precision the output
/// of a sample may differ in its last bits with the size of its group, because matrix products are summed otherwise.
template <class Net, head H, std::floating_point Real>
class network {
 public:
  using real = Real;

  network(std::shared_ptr<Net> net, data_shape shape, placement where)
      : net_{std::move(net)}, shape_{shape}, where_{where} {}

  /// Writes the net's output of n samples.
  ///
  /// Shapes    as network_input says; out [n, T, output_channels]
  /// Errors    throws shape_error if the sizes do not fit, range_error for a symbol that the net does not know
  void evaluate(network_input<Real> const& in, std::span<Real> out) const {
    bool const by_values    = reads_values(H) || (H == head::timed_logits && in.symbols.empty());
    std::size_t const each  = shape_.cells() * (!by_values            ? 1
                                                : H == head::denoiser ? shape_.channels
                                                                      : shape_.alphabet);
    std::size_t const given = by_values ? in.values.size() : in.symbols.size(), n = given / each;
    require<shape_error>(given == n * each && out.size() == n * outputs(),
                         "network::evaluate: expected {} of n samples of {} and output of {} each, got {} and {}",
                         by_values ? "values" : "symbols",
                         each,
                         outputs(),
                         given,
                         out.size());
    if (has_noise)
      require<shape_error>(in.noise.size() == 1 || in.noise.size() == n,
                           "network::evaluate: expected 1 noise feature, or one for each of {} samples, got {}",
                           n,
                           in.noise.size());
    c10::InferenceMode const no_gradients;
    std::size_t const group = group_size();
    for (std::size_t first = 0; first < n; first += group) {
      std::size_t const count = std::min(group, n - first);
      auto const x            = by_values ? values(in.values.subspan(first * each, count * each), count)
                                          : symbols(in.symbols.subspan(first * each, count * each), count);
      auto const noise        = in.noise.size() <= 1 ? in.noise : in.noise.subspan(first, count);
      evaluate_group(x, noise, out.subspan(first * outputs(), count * outputs()));
    }
  }

  /// Samples that go through the net at once.
  [[nodiscard]] std::size_t group_size() const {
    std::int64_t const numbers = where_.device.is_cpu() ? std::int64_t{1} << 21 : std::int64_t{1} << 27;
    return static_cast<std::size_t>(std::max<std::int64_t>(1, numbers / activations()));
  }

  /// The trained tensors by name.
  [[nodiscard]] named_tensors weights() const {
    named_tensors out;
    for (auto const& parameter : net_->named_parameters())
      out.add(parameter.key(), from_torch(parameter.value()));
    return out;
  }

 private:
  static constexpr bool has_noise = H == head::denoiser || H == head::timed_logits;

  /// Numbers a sample in the widest layer; of a net that does not say, a guess.
  [[nodiscard]] std::int64_t activations() const {
    if constexpr (requires { net_->activations(); })
      return net_->activations();
    else
      return static_cast<std::int64_t>(std::max(1024 * shape_.cells(), outputs()));
  }

  [[nodiscard]] std::size_t outputs() const { return shape_.cells() * output_channels(H, shape_); }

  /// Shape [n, T, C] or [n, T, V].
  [[nodiscard]] torch::Tensor values(std::span<Real const> given, std::size_t n) const {
    auto const size = [](std::size_t count) { return static_cast<std::int64_t>(count); };
    return view_of(given, {size(n), size(shape_.cells()), size(given.size() / (n * shape_.cells()))})
        .to(where_.options());
  }

  /// Shape [n, T]: hidden cells, and the start symbol of a causal net, are V.
  [[nodiscard]] torch::Tensor symbols(std::span<token const> given, std::size_t n) const {
    return symbols_of(given, n, shape_, H != head::timed_logits, where_.device);
  }

  void evaluate_group(torch::Tensor const& x, std::span<Real const> noise, std::span<Real> out) const {
    torch::Tensor raw;  // [n, T, output_channels], or [n, T]
    if constexpr (has_noise)
      raw = net_->forward(x, view_of(noise, {static_cast<std::int64_t>(noise.size())}).to(where_.options()));
    else
      raw = net_->forward(x);
    auto const back = raw.to(torch::kCPU).contiguous();
    require<shape_error>(back.numel() == static_cast<std::int64_t>(out.size()),
                         "network::evaluate: expected {} numbers from the net, got {}",
                         out.size(),
                         back.numel());
    std::copy_n(back.template const_data_ptr<Real>(), out.size(), out.begin());
  }

  std::shared_ptr<Net> net_;
  data_shape shape_;
  placement where_;
};

}  // namespace regula::libtorch
