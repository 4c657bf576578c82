// SPDX-License-Identifier: MIT
/// @file
/// The MLP on a sum over cells as a LibTorch module.
#pragma once

#include <regula/models/uniform_attention_mlp.hpp>
#include <regula/torch/detail/layers.hpp>
#include <regula/torch/detail/ternary_cells.hpp>
#include <regula/torch/detail/torch.hpp>
#include <regula/torch/nets/net_of.hpp>

#include <cstdint>
#include <memory>

namespace regula::libtorch {

/// f = out relu(hidden z), z the sum of the cells' unit vectors. Its named parameters are those of the spec's
/// `tensors`.
class uniform_attention_net final : public torch::nn::Module {
 public:
  uniform_attention_net(regula::reduced size, data_shape shape)
      : cells_{static_cast<std::int64_t>(shape.cells())}, mean_{size.mean} {
    auto const hidden = static_cast<std::int64_t>(size.hidden);
    hidden_ =
        register_module("hidden", std::make_shared<linear>(3 * cells_, hidden, size.bias ? bias::with : bias::without));
    out_ = register_module("out", std::make_shared<linear>(hidden, 1, bias::without));
  }

  /// Numbers a sample in the widest layer.
  [[nodiscard]] std::int64_t activations() const { return 3 * cells_ * cells_; }

  /// Shapes    symbols [B, T] int64: 0, 1, hidden 2; result [B, T], the same number at every cell
  [[nodiscard]] torch::Tensor forward(torch::Tensor const& symbols) const {
    auto const sum = unit_vectors(symbols, hidden_->precision()).sum(1);                 // [B, 3T]
    auto const z   = mean_ ? sum / static_cast<double>(cells_) : sum;                    // [B, 3T]
    return out_->forward(hidden_->forward(z).relu()).expand({symbols.size(0), cells_});  // [B, T]
  }

 private:
  std::int64_t cells_;
  bool mean_;
  std::shared_ptr<linear> hidden_, out_;
};

template <reduced R>
struct net_of<uniform_attention_mlp<R>> {
  static std::shared_ptr<uniform_attention_net> make(uniform_attention_mlp<R> const&, data_shape shape) {
    return std::make_shared<uniform_attention_net>(R, shape);
  }
};

}  // namespace regula::libtorch
