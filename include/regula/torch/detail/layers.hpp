// SPDX-License-Identifier: MIT
/// @file
/// Layers that the nets of the LibTorch engine share.
#pragma once

#include <regula/torch/detail/torch.hpp>

#include <cstdint>
#include <memory>

namespace regula::libtorch {

/// y = x W^T + b, with `weight` [out, in] and `bias` [out]. It starts at zero: initial weights come from the model's
/// spec, so building a net draws nothing from LibTorch's global generator.
class linear final : public torch::nn::Module {
 public:
  linear(std::int64_t in, std::int64_t out)
      : weight_{register_parameter("weight", torch::zeros({out, in}))},
        bias_{register_parameter("bias", torch::zeros({out}))} {}

  [[nodiscard]] torch::Tensor forward(torch::Tensor const& x) const { return torch::linear(x, weight_, bias_); }

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

/// Multi-head attention of every cell to every cell, with tensors `qkv` and `out`.
class attention final : public torch::nn::Module {
 public:
  attention(std::int64_t width, std::int64_t heads)
      : heads_{heads},
        qkv_{register_module("qkv", std::make_shared<linear>(width, 3 * width))},
        out_{register_module("out", std::make_shared<linear>(width, width))} {}

  /// Shapes    u, result [B, T, d]
  [[nodiscard]] torch::Tensor forward(torch::Tensor const& u) const {
    auto const batch = u.size(0), cells = u.size(1), width = u.size(2);
    auto const parts = qkv_->forward(u)                                                    // [B, T, 3d]
                           .view({batch, cells, 3, heads_, width / heads_})                // [B, T, 3, h, d/h]
                           .permute({2, 0, 3, 1, 4})                                       // [3, B, h, T, d/h]
                           .unbind(0);                                                     // q, k, v: [B, h, T, d/h]
    auto const mixed = torch::scaled_dot_product_attention(parts[0], parts[1], parts[2]);  // [B, h, T, d/h]
    return out_->forward(mixed.transpose(1, 2).reshape({batch, cells, width}));            // [B, T, d]
  }

 private:
  std::int64_t heads_;
  std::shared_ptr<linear> qkv_, out_;
};

}  // namespace regula::libtorch
