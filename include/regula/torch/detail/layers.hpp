// SPDX-License-Identifier: MIT
/// @file
/// Layers that the nets of the LibTorch engine share. They all start at zero: initial weights come from the model's
/// spec, so building a net draws nothing from LibTorch's global generator.
#pragma once

#include <regula/torch/detail/torch.hpp>

#include <cmath>
#include <cstdint>
#include <memory>

namespace regula::libtorch {

/// Whether a layer has an added vector.
enum class bias { with, without };

/// y = x W^T + b, with `weight` [out, in] and, unless it goes without, `bias` [out].
class linear final : public torch::nn::Module {
 public:
  linear(std::int64_t in, std::int64_t out, libtorch::bias added = libtorch::bias::with)
      : weight_{register_parameter("weight", torch::zeros({out, in}))} {
    if (added == libtorch::bias::with) bias_ = register_parameter("bias", torch::zeros({out}));
  }

  [[nodiscard]] torch::Tensor forward(torch::Tensor const& x) const { return torch::linear(x, weight_, bias_); }
  [[nodiscard]] torch::Dtype precision() const { return weight_.scalar_type(); }

 private:
  torch::Tensor weight_, bias_;
};

/// Two linear layers, `0` and `1`.
class two_layers final : public torch::nn::Module {
 public:
  two_layers(std::int64_t in, std::int64_t between, std::int64_t out)
      : first_{register_module("0", std::make_shared<linear>(in, between))},
        second_{register_module("1", std::make_shared<linear>(between, out))} {}

  /// second(activation(first(x)))
  template <class Activation>
  [[nodiscard]] torch::Tensor forward(torch::Tensor const& x, Activation&& activation) const {
    return second_->forward(activation(first_->forward(x)));
  }

 private:
  std::shared_ptr<linear> first_, second_;
};

/// gelu in its tanh form, and silu, as arguments of `two_layers::forward`.
[[nodiscard]] inline torch::Tensor gelu(torch::Tensor const& x) { return torch::gelu(x, "tanh"); }
[[nodiscard]] inline torch::Tensor silu(torch::Tensor const& x) { return torch::silu(x); }

/// Layer norm over the channels of a cell with `weight` [d] and, unless it goes without, `bias` [d].
class scaled_norm final : public torch::nn::Module {
 public:
  scaled_norm(std::int64_t width, libtorch::bias added) : weight_{register_parameter("weight", torch::zeros({width}))} {
    if (added == libtorch::bias::with) bias_ = register_parameter("bias", torch::zeros({width}));
  }

  [[nodiscard]] torch::Tensor forward(torch::Tensor const& u) const {
    return torch::layer_norm(u, weight_.sizes(), weight_, bias_, 1e-5);
  }

 private:
  torch::Tensor weight_, bias_;
};

/// A table of vectors, `weight` [rows, d].
class table final : public torch::nn::Module {
 public:
  table(std::int64_t rows, std::int64_t width) : weight_{register_parameter("weight", torch::zeros({rows, width}))} {}

  [[nodiscard]] torch::Tensor const& weight() const { return weight_; }

  /// The rows of symbols [B, T], or the mean rows under distributions [B, T, rows]. Shape [B, T, d].
  [[nodiscard]] torch::Tensor forward(torch::Tensor const& x) const {
    return x.is_floating_point() ? x.matmul(weight_) : torch::embedding(weight_, x);
  }

 private:
  torch::Tensor weight_;
};

/// u (1 + scale) + shift: what the condition does to a normed cell.
///
/// Shapes    u [B, T, d]; shift, scale [B, 1, d] or [1, 1, d]
[[nodiscard]] inline torch::Tensor modulate(torch::Tensor const& u,
                                            torch::Tensor const& shift,
                                            torch::Tensor const& scale) {
  return torch::addcmul(shift, u, scale + 1);
}

/// Rates of n sine and cosine features of a noise level: from 1 down to almost 1/10000. Shape [n / 2], in double.
[[nodiscard]] inline torch::Tensor noise_frequencies(std::int64_t features) {
  auto const n = features / 2;
  return torch::exp(torch::arange(n, torch::kFloat64) * (-std::log(10000.0) / static_cast<double>(n)));
}

/// Cosines, then sines, of the levels [B] at these rates. Shape [B, features].
[[nodiscard]] inline torch::Tensor noise_features(torch::Tensor const& noise, torch::Tensor const& frequencies) {
  auto const angles = noise.unsqueeze(1) * frequencies;            // [B, features / 2]
  return torch::cat({torch::cos(angles), torch::sin(angles)}, 1);  // [B, features]
}

}  // namespace regula::libtorch
