// SPDX-License-Identifier: MIT
/// @file
/// The diffusion transformer (DiT) as a LibTorch module that reads its sizes at run time.
#pragma once

#include <regula/models/dit.hpp>
#include <regula/torch/detail/layers.hpp>
#include <regula/torch/detail/self_attention.hpp>
#include <regula/torch/detail/torch.hpp>
#include <regula/torch/nets/net_of.hpp>

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace regula::libtorch {

/// Layer norm over the channels of a cell, without scale or bias.
[[nodiscard]] inline torch::Tensor plain_norm(torch::Tensor const& u) {
  return torch::layer_norm(u, {u.size(-1)}, {}, {}, 1e-6);
}

/// Attention and a two-layer network, each normed, modulated and gated by the condition.
class dit_block final : public torch::nn::Module {
 public:
  dit_block(std::int64_t width, std::int64_t heads)
      : modulation_{register_module("modulation", std::make_shared<linear>(width, 6 * width))},
        attention_{register_module("attention", std::make_shared<self_attention>(width, heads))},
        mlp_{register_module("mlp", std::make_shared<two_layers>(width, 4 * width, width))} {}

  /// Shapes    u [B, T, d]; condition [B, d] or [1, d], after its silu; result [B, T, d]
  [[nodiscard]] torch::Tensor forward(torch::Tensor const& u, torch::Tensor const& condition) const {
    auto const m     = modulation_->forward(condition).unsqueeze(1).chunk(6, -1);                      // 6 of [B, 1, d]
    auto const mixed = attention_->forward(modulate(plain_norm(u), m[0], m[1]), {});                   // [B, T, d]
    auto const after = torch::addcmul(u, m[2], mixed);                                                 // [B, T, d]
    return torch::addcmul(after, m[5], mlp_->forward(modulate(plain_norm(after), m[3], m[4]), gelu));  // [B, T, d]
  }

 private:
  std::shared_ptr<linear> modulation_;
  std::shared_ptr<self_attention> attention_;
  std::shared_ptr<two_layers> mlp_;
};

/// The last modulated norm and the map to channels.
class dit_head final : public torch::nn::Module {
 public:
  dit_head(std::int64_t width, std::int64_t channels)
      : modulation_{register_module("modulation", std::make_shared<linear>(width, 2 * width))},
        out_{register_module("out", std::make_shared<linear>(width, channels))} {}

  /// Shapes    u [B, T, d]; condition [B, d] or [1, d]; result [B, T, C]
  [[nodiscard]] torch::Tensor forward(torch::Tensor const& u, torch::Tensor const& condition) const {
    auto const m = modulation_->forward(condition).unsqueeze(1).chunk(2, -1);  // 2 of [B, 1, d]
    return out_->forward(modulate(plain_norm(u), m[0], m[1]));                 // [B, T, C]
  }

 private:
  std::shared_ptr<linear> modulation_, out_;
};

/// Sine and cosine of a cell's column (first half of the channels) and row (second half). Shape [T, d], in double.
[[nodiscard]] inline torch::Tensor position_table(extents board, std::int64_t width) {
  auto const quarter = width / 4;
  auto const rate =
      torch::pow(10000.0, torch::arange(quarter, torch::kFloat64) / static_cast<double>(-quarter));       // [d/4]
  auto const cell = torch::arange(static_cast<std::int64_t>(board.cells()), torch::kInt64).unsqueeze(1);  // [T, 1]
  auto const cols = static_cast<std::int64_t>(board.cols);
  auto const col  = cell.remainder(cols) * rate;                       // [T, d/4]
  auto const row  = cell.divide(cols, "floor") * rate;                 // [T, d/4]
  return torch::cat({col.sin(), col.cos(), row.sin(), row.cos()}, 1);  // [T, d]
}

/// DiT: values and a noise feature in, values out. Its named parameters are those of `dit<S>::tensors`.
///
/// Source    Peebles and Xie 2023, "Scalable diffusion models with transformers"
class dit_net final : public torch::nn::Module {
 public:
  /// Requires  what dit<S> requires of its size
  dit_net(regula::size size, std::int64_t noise_features, data_shape shape)
      : activations_{static_cast<std::int64_t>(shape.cells() * 4 * size.width)} {
    auto const width = static_cast<std::int64_t>(size.width), channels = static_cast<std::int64_t>(shape.channels);
    embed_            = register_module("embed", std::make_shared<linear>(channels, width));
    noise_            = register_module("noise", std::make_shared<two_layers>(noise_features, width, width));
    auto const blocks = register_module("blocks", std::make_shared<torch::nn::Module>());
    for (std::size_t i = 0; i < size.depth; ++i)
      blocks_.push_back(blocks->register_module(
          std::to_string(i), std::make_shared<dit_block>(width, static_cast<std::int64_t>(size.heads))));
    head_        = register_module("head", std::make_shared<dit_head>(width, channels));
    positions_   = register_buffer("positions", position_table(shape.board, width));  // [T, d]
    frequencies_ = register_buffer("frequencies", noise_frequencies(noise_features));
  }

  /// Numbers a sample in the widest layer.
  [[nodiscard]] std::int64_t activations() const { return activations_; }

  /// Shapes    values [B, T, C]; noise [B], or [1] for one that all samples share; result [B, T, C]
  [[nodiscard]] torch::Tensor forward(torch::Tensor const& values, torch::Tensor const& noise) const {
    auto const condition =
        libtorch::silu(noise_->forward(libtorch::noise_features(noise, frequencies_), silu));  // [B, d]
    auto u = embed_->forward(values) + positions_;                                             // [B, T, d]
    for (auto const& block : blocks_)
      u = block->forward(u, condition);   // [B, T, d]
    return head_->forward(u, condition);  // [B, T, C]
  }

 private:
  std::int64_t activations_;
  std::shared_ptr<linear> embed_;
  std::shared_ptr<two_layers> noise_;
  std::vector<std::shared_ptr<dit_block>> blocks_;
  std::shared_ptr<dit_head> head_;
  torch::Tensor positions_, frequencies_;
};

template <size S>
struct net_of<dit<S>> {
  static std::shared_ptr<dit_net> make(dit<S> const&, data_shape shape) {
    return std::make_shared<dit_net>(S, static_cast<std::int64_t>(dit<S>::noise_features), shape);
  }
};

}  // namespace regula::libtorch
