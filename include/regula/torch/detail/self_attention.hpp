// SPDX-License-Identifier: MIT
/// @file
/// Multi-head attention of the LibTorch nets: of all cells or of earlier ones, with rotary positions, with dropout.
#pragma once

#include <regula/torch/detail/dropout_masks.hpp>
#include <regula/torch/detail/layers.hpp>
#include <regula/torch/detail/torch.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>

namespace regula::libtorch {

/// Angles by which positions turn queries and keys: pairs (j, j + m/2) of a head of m channels, position *
/// 10000^(-2j/m).
struct rotary_angles {
  torch::Tensor cosine, sine;  // [T, m/2]

  /// In double.
  static rotary_angles of(std::int64_t cells, std::int64_t head_width) {
    auto const rate =
        torch::pow(10000.0, torch::arange(head_width / 2, torch::kFloat64) * (-2.0 / static_cast<double>(head_width)));
    auto const angles = torch::arange(cells, torch::kFloat64).unsqueeze(1) * rate;  // [T, m/2]
    return {angles.cos(), angles.sin()};
  }

  /// Shapes    x, result [B, h, T, m]
  [[nodiscard]] torch::Tensor turn(torch::Tensor const& x) const {
    auto const halves = x.chunk(2, -1);  // 2 of [B, h, T, m/2]
    auto const &a = halves[0], &b = halves[1];
    return torch::cat({a * cosine - b * sine, b * cosine + a * sine}, -1);  // [B, h, T, m]
  }
};

/// Multi-head attention with tensors `qkv` and `out`.
class self_attention final : public torch::nn::Module {
 public:
  self_attention(std::int64_t width, std::int64_t heads, libtorch::bias added = libtorch::bias::with)
      : heads_{heads},
        qkv_{register_module("qkv", std::make_shared<linear>(width, 3 * width, added))},
        out_{register_module("out", std::make_shared<linear>(width, width, added))} {}

  /// How cells see each other.
  struct use {
    bool causal                    = false;    ///< a cell sees itself and earlier ones
    rotary_angles const* positions = nullptr;  ///< nullptr: none
    dropout_masks const* dropout   = nullptr;  ///< of the probabilities; nullptr: none
    std::size_t block              = 0;        ///< number of the block, a place of dropout
  };

  /// Shapes    u, result [B, T, d]
  [[nodiscard]] torch::Tensor forward(torch::Tensor const& u, use how) const {
    auto const batch = u.size(0), cells = u.size(1), width = u.size(2);
    auto const parts = qkv_->forward(u)                                      // [B, T, 3d]
                           .view({batch, cells, 3, heads_, width / heads_})  // [B, T, 3, h, m]
                           .permute({2, 0, 3, 1, 4})                         // [3, B, h, T, m]
                           .unbind(0);                                       // q, k, v: [B, h, T, m]
    auto const turned = [&how](torch::Tensor const& x) { return how.positions ? how.positions->turn(x) : x; };
    auto const mixed  = mix(turned(parts[0]), turned(parts[1]), parts[2], how);  // [B, h, T, m]
    return out_->forward(mixed.transpose(1, 2).reshape({batch, cells, width}));  // [B, T, d]
  }

 private:
  /// Shapes    q, k, v, result [B, h, T, m]
  static torch::Tensor mix(torch::Tensor const& q, torch::Tensor const& k, torch::Tensor const& v, use how) {
    if (how.dropout == nullptr || !how.dropout->is_on())
      return torch::scaled_dot_product_attention(q, k, v, std::nullopt, 0.0, how.causal);
    auto scores =
        torch::matmul(q * (1 / std::sqrt(static_cast<double>(q.size(-1)))), k.transpose(-2, -1));  // [B, h, T, T]
    if (how.causal) {
      auto const later = torch::ones(scores.sizes().slice(2), scores.options().dtype(torch::kBool)).triu(1);  // [T, T]
      scores           = scores.masked_fill(later, -std::numeric_limits<double>::infinity());
    }
    return torch::matmul((*how.dropout)(scores.softmax(-1), dropout_place::probabilities(how.block)), v);
  }

  std::int64_t heads_;
  std::shared_ptr<linear> qkv_, out_;
};

}  // namespace regula::libtorch
