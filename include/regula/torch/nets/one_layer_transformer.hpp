// SPDX-License-Identifier: MIT
/// @file
/// The transformer of one layer with merged matrices as a LibTorch module.
#pragma once

#include <regula/models/one_layer_transformer.hpp>
#include <regula/torch/detail/layers.hpp>
#include <regula/torch/detail/ternary_cells.hpp>
#include <regula/torch/detail/torch.hpp>
#include <regula/torch/nets/net_of.hpp>

#include <cstdint>
#include <memory>

namespace regula::libtorch {

/// f_j = out relu(hidden X softmax(X^T A X)_j). Its named parameters are those of the spec's `tensors`.
class one_layer_net final : public torch::nn::Module {
 public:
  one_layer_net(regula::reduced size, data_shape shape) : cells_{static_cast<std::int64_t>(shape.cells())} {
    auto const hidden = static_cast<std::int64_t>(size.hidden);
    attention_        = register_module("attention", std::make_shared<table>(3 * cells_, 3 * cells_));
    hidden_           = register_module("hidden", std::make_shared<linear>(3 * cells_, hidden, bias::without));
    out_              = register_module("out", std::make_shared<linear>(hidden, 1, bias::without));
  }

  /// Numbers a sample in the widest layer.
  [[nodiscard]] std::int64_t activations() const { return 3 * cells_ * cells_; }

  /// Shapes    symbols [B, T] int64: 0, 1, hidden 2; result [B, T]
  [[nodiscard]] torch::Tensor forward(torch::Tensor const& symbols) const {
    auto const& a     = attention_->weight();                              // [3T, 3T]
    auto const x      = unit_vectors(symbols, a.scalar_type());            // [B, T, 3T], row i is x_i
    auto const shares = x.matmul(a).matmul(x.transpose(1, 2)).softmax(1);  // [B, T, T], (i, j): share of i in j
    auto const mixed  = shares.transpose(1, 2).matmul(x);                  // [B, T, 3T], row j
    return out_->forward(hidden_->forward(mixed).relu()).squeeze(-1);      // [B, T]
  }

 private:
  std::int64_t cells_;
  std::shared_ptr<table> attention_;
  std::shared_ptr<linear> hidden_, out_;
};

template <reduced R>
struct net_of<one_layer_transformer<R>> {
  static std::shared_ptr<one_layer_net> make(one_layer_transformer<R> const&, data_shape shape) {
    return std::make_shared<one_layer_net>(R, shape);
  }
};

}  // namespace regula::libtorch
