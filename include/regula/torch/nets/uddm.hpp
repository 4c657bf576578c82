// SPDX-License-Identifier: MIT
/// @file
/// The UDDM as a LibTorch module: a transformer conditioned on a noise level by adaptive layer norms; and its masked
/// sibling.
#pragma once

#include <regula/models/uddm.hpp>
#include <regula/random/dropout.hpp>
#include <regula/torch/detail/dropout_masks.hpp>
#include <regula/torch/detail/layers.hpp>
#include <regula/torch/detail/self_attention.hpp>
#include <regula/torch/detail/torch.hpp>
#include <regula/torch/nets/net_of.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace regula::libtorch {

/// Attention and a two-layer network, each normed, modulated and gated by the condition.
class uddm_block final : public torch::nn::Module {
 public:
  uddm_block(regula::size size, std::size_t number)
      : number_{number},
        modulation_{
            register_module("modulation", std::make_shared<linear>(count(size.condition), 6 * count(size.width)))},
        norm1_{register_module("norm1", std::make_shared<scaled_norm>(count(size.width), bias::without))},
        attention_{register_module(
            "attention", std::make_shared<self_attention>(count(size.width), count(size.heads), bias::without))},
        norm2_{register_module("norm2", std::make_shared<scaled_norm>(count(size.width), bias::without))},
        mlp_{register_module(
            "mlp", std::make_shared<two_layers>(count(size.width), 4 * count(size.width), count(size.width)))} {}

  /// Shapes    u, result [B, T, d]; condition [B, K] or [1, K]
  [[nodiscard]] torch::Tensor forward(torch::Tensor const& u,
                                      torch::Tensor const& condition,
                                      rotary_angles const& positions,
                                      dropout_masks const& dropout) const {
    auto const m = modulation_->forward(condition).unsqueeze(1).chunk(6, -1);  // 6 of [B, 1, d]
    auto const mixed =
        attention_->forward(modulate(norm1_->forward(u), m[0], m[1]), {.positions = &positions});   // [B, T, d]
    auto const after = torch::addcmul(u, m[2], dropout(mixed, dropout_place::attention(number_)));  // [B, T, d]
    auto const last  = mlp_->forward(modulate(norm2_->forward(after), m[3], m[4]), gelu);           // [B, T, d]
    return torch::addcmul(after, m[5], dropout(last, dropout_place::mlp(number_)));                 // [B, T, d]
  }

 private:
  static std::int64_t count(std::size_t n) { return static_cast<std::int64_t>(n); }

  std::size_t number_;
  std::shared_ptr<linear> modulation_;
  std::shared_ptr<scaled_norm> norm1_;
  std::shared_ptr<self_attention> attention_;
  std::shared_ptr<scaled_norm> norm2_;
  std::shared_ptr<two_layers> mlp_;
};

/// The last modulated norm and the map to logits.
class uddm_head final : public torch::nn::Module {
 public:
  uddm_head(std::int64_t width, std::int64_t condition, std::int64_t symbols)
      : norm_{register_module("norm", std::make_shared<scaled_norm>(width, bias::without))},
        modulation_{register_module("modulation", std::make_shared<linear>(condition, 2 * width))},
        out_{register_module("out", std::make_shared<linear>(width, symbols))} {}

  /// Shapes    u [B, T, d]; condition [B, K] or [1, K]; result [B, T, V]
  [[nodiscard]] torch::Tensor forward(torch::Tensor const& u, torch::Tensor const& condition) const {
    auto const m = modulation_->forward(condition).unsqueeze(1).chunk(2, -1);  // 2 of [B, 1, d]
    return out_->forward(modulate(norm_->forward(u), m[0], m[1]));             // [B, T, V]
  }

 private:
  std::shared_ptr<scaled_norm> norm_;
  std::shared_ptr<linear> modulation_, out_;
};

/// UDDM: symbols or distributions and a noise level in, logits out. Its named parameters are those of the spec's
/// `tensors`.
///
/// Source    Sahoo et al. 2025, "The diffusion duality"; docs/notation.md for tensor names
class uddm_net final : public torch::nn::Module {
 public:
  /// A table of `rows` symbols: V, or V + 1 with the mask of hidden cells.
  ///
  /// Requires  what uddm<S> requires of its size
  uddm_net(regula::size size, std::int64_t noise_features, std::int64_t rows, data_shape shape)
      : activations_{static_cast<std::int64_t>(shape.cells() * std::max<std::size_t>(4 * size.width, shape.alphabet))},
        dropout_{size.dropout} {
    auto const width = static_cast<std::int64_t>(size.width), condition = static_cast<std::int64_t>(size.condition);
    token_            = register_module("token", std::make_shared<table>(rows, width));
    noise_            = register_module("noise", std::make_shared<two_layers>(noise_features, condition, condition));
    auto const blocks = register_module("blocks", std::make_shared<torch::nn::Module>());
    for (std::size_t i = 0; i < size.depth; ++i)
      blocks_.push_back(blocks->register_module(std::to_string(i), std::make_shared<uddm_block>(size, i)));
    head_        = register_module("head", std::make_shared<uddm_head>(width, condition, std::int64_t{shape.alphabet}));
    frequencies_ = register_buffer("frequencies", noise_frequencies(noise_features));
    auto const angles =
        rotary_angles::of(static_cast<std::int64_t>(shape.cells()), static_cast<std::int64_t>(size.width / size.heads));
    cosine_ = register_buffer("cosine", angles.cosine);
    sine_   = register_buffer("sine", angles.sine);
  }

  /// Numbers a sample in the widest layer.
  [[nodiscard]] std::int64_t activations() const { return activations_; }

  /// Turns dropout on, with masks of these streams, or off.
  void dropout(std::optional<stream_family> streams) { dropout_.draw_from(streams); }
  void dropout(dropout_masks::source masks) { dropout_.draw_from(std::move(masks)); }

  /// Shapes    x symbols [B, T] int64 or distributions [B, T, V]; lambda [B], or [1] for one that all samples share;
  ///           result [B, T, V]
  [[nodiscard]] torch::Tensor forward(torch::Tensor const& x, torch::Tensor const& lambda) const {
    auto const condition = libtorch::silu(noise_->forward(noise_features(lambda, frequencies_), silu));  // [B, K]
    rotary_angles const positions{cosine_, sine_};
    auto u = token_->forward(x);  // [B, T, d]
    for (auto const& block : blocks_)
      u = block->forward(u, condition, positions, dropout_);  // [B, T, d]
    return head_->forward(u, condition);                      // [B, T, V]
  }

  /// The masked sibling: hidden cells are V, the noise level is 0.
  ///
  /// Shapes    symbols [B, T] int64; result [B, T, V]
  [[nodiscard]] torch::Tensor forward(torch::Tensor const& symbols) const {
    return forward(symbols, torch::zeros({1}, frequencies_.options()));
  }

 private:
  std::int64_t activations_;
  dropout_masks dropout_;
  std::shared_ptr<table> token_;
  std::shared_ptr<two_layers> noise_;
  std::vector<std::shared_ptr<uddm_block>> blocks_;
  std::shared_ptr<uddm_head> head_;
  torch::Tensor frequencies_, cosine_, sine_;
};

template <size S>
struct net_of<uddm<S>> {
  static std::shared_ptr<uddm_net> make(uddm<S> const&, data_shape shape) {
    return std::make_shared<uddm_net>(
        S, static_cast<std::int64_t>(uddm<S>::noise_features), std::int64_t{shape.alphabet}, shape);
  }
};

template <size S>
struct net_of<uddm_masked<S>> {
  static std::shared_ptr<uddm_net> make(uddm_masked<S> const&, data_shape shape) {
    return std::make_shared<uddm_net>(
        S, static_cast<std::int64_t>(uddm_masked<S>::noise_features), std::int64_t{shape.alphabet} + 1, shape);
  }
};

}  // namespace regula::libtorch
