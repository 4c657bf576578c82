// SPDX-License-Identifier: MIT
/// @file
/// GPT as a LibTorch module: causal for the next symbol, bidirectional for hidden cells.
#pragma once

#include <regula/models/gpt.hpp>
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
#include <vector>

namespace regula::libtorch {

/// Attention and a two-layer network, each after a norm and added to what it read.
class gpt_block final : public torch::nn::Module {
 public:
  gpt_block(std::int64_t width, std::int64_t heads, std::size_t number)
      : number_{number},
        norm1_{register_module("norm1", std::make_shared<scaled_norm>(width, bias::with))},
        attention_{register_module("attention", std::make_shared<self_attention>(width, heads))},
        norm2_{register_module("norm2", std::make_shared<scaled_norm>(width, bias::with))},
        mlp_{register_module("mlp", std::make_shared<two_layers>(width, 4 * width, width))} {}

  /// Shapes    u, result [B, T, d]
  [[nodiscard]] torch::Tensor forward(torch::Tensor const& u, bool causal, dropout_masks const& dropout) const {
    auto const mixed = attention_->forward(norm1_->forward(u),
                                           {.causal = causal, .dropout = &dropout, .block = number_});  // [B, T, d]
    auto const after = u + dropout(mixed, dropout_place::attention(number_));                           // [B, T, d]
    auto const last  = mlp_->forward(norm2_->forward(after), gelu);                                     // [B, T, d]
    return after + dropout(last, dropout_place::mlp(number_));                                          // [B, T, d]
  }

 private:
  std::size_t number_;
  std::shared_ptr<scaled_norm> norm1_;
  std::shared_ptr<self_attention> attention_;
  std::shared_ptr<scaled_norm> norm2_;
  std::shared_ptr<two_layers> mlp_;
};

/// GPT: symbols in, logits out. Its named parameters are those of `gpt<S>::tensors`.
///
/// Source    Radford et al. 2019, "Language models are unsupervised multitask learners"
class gpt_net final : public torch::nn::Module {
 public:
  /// Requires  what gpt<S> requires of its size
  gpt_net(regula::size size, data_shape shape)
      : symbols_{shape.alphabet},
        causal_{size.attends == attention::causal},
        activations_{static_cast<std::int64_t>(shape.cells() *
                                               std::max<std::size_t>(4 * size.width, shape.alphabet + std::size_t{1}))},
        dropout_{size.dropout} {
    auto const width = static_cast<std::int64_t>(size.width);
    token_           = register_module("token", std::make_shared<table>(symbols_ + 1, width));
    position_ = register_module("position", std::make_shared<table>(static_cast<std::int64_t>(shape.cells()), width));
    auto const blocks = register_module("blocks", std::make_shared<torch::nn::Module>());
    for (std::size_t i = 0; i < size.depth; ++i)
      blocks_.push_back(blocks->register_module(
          std::to_string(i), std::make_shared<gpt_block>(width, static_cast<std::int64_t>(size.heads), i)));
    norm_ = register_module("norm", std::make_shared<scaled_norm>(width, bias::with));
  }

  /// Numbers a sample in the widest layer.
  [[nodiscard]] std::int64_t activations() const { return activations_; }

  /// Turns dropout on, with masks of these streams, or off.
  void dropout(std::optional<stream_family> streams) { dropout_.draw_from(streams); }
  void dropout(dropout_masks::source masks) { dropout_.draw_from(std::move(masks)); }

  /// The causal form reads the clean sequence behind a start symbol of its own and gives logits of every symbol and of
  /// the start; in the bidirectional form hidden cells are V, and V is never predicted.
  ///
  /// Shapes    symbols [B, T] int64 in 0..V; result [B, T, V + 1], or [B, T, V] of the bidirectional form
  [[nodiscard]] torch::Tensor forward(torch::Tensor const& symbols) const {
    auto const cells = symbols.size(1);
    auto const in =
        causal_ ? torch::cat({torch::full_like(symbols.narrow(1, 0, 1), symbols_), symbols.narrow(1, 0, cells - 1)},
                             1)
                : symbols;                                                                     // [B, T]
    auto u = dropout_(token_->forward(in) + position_->weight(), dropout_place::embedding());  // [B, T, d]
    for (auto const& block : blocks_)
      u = block->forward(u, causal_, dropout_);                                             // [B, T, d]
    auto const outputs = token_->weight().narrow(0, 0, causal_ ? symbols_ + 1 : symbols_);  // [V (+ 1), d]
    return torch::linear(norm_->forward(u), outputs);                                       // [B, T, V (+ 1)]
  }

 private:
  std::int64_t symbols_;  // V
  bool causal_;
  std::int64_t activations_;
  dropout_masks dropout_;
  std::shared_ptr<table> token_, position_;
  std::vector<std::shared_ptr<gpt_block>> blocks_;
  std::shared_ptr<scaled_norm> norm_;
};

template <size S>
struct net_of<gpt<S>> {
  static std::shared_ptr<gpt_net> make(gpt<S> const&, data_shape shape) { return std::make_shared<gpt_net>(S, shape); }
};

}  // namespace regula::libtorch
