// SPDX-License-Identifier: MIT
/// @file
/// The optimizers of pipeline/optimizer.hpp on LibTorch's tensors, with clipping and the average of the weights.
/// LibTorch's own are not used: they miss documented settings, and the update here is the one of every engine.
#pragma once

#include <regula/pipeline/optimizer.hpp>
#include <regula/torch/detail/torch.hpp>

#include <cmath>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

namespace regula::libtorch {

using tensors = std::vector<torch::Tensor>;

/// L2 norm of all tensors together; their own norms are summed in double.
[[nodiscard]] inline double l2_norm(tensors const& all) {
  torch::NoGradGuard const no_grad;
  return torch::stack(torch::_foreach_norm(all, 2)).to(torch::kFloat64).norm().item<double>();
}

/// The gradients scaled to an L2 norm of at most `limit`; themselves if they are below it, or if limit is 0 (off).
[[nodiscard]] inline tensors clipped(tensors gradients, double norm, double limit) {
  if (limit <= 0 || norm <= limit) return gradients;
  torch::NoGradGuard const no_grad;
  return torch::_foreach_mul(gradients, limit / norm);
}

/// Moves the average a step towards the weights: e += (1 - momentum)(p - e).
inline void follow(tensors const& average, tensors const& weights, double momentum) {
  torch::NoGradGuard const no_grad;
  torch::_foreach_lerp_(average, weights, 1 - momentum);
}

/// An optimizer's moments, and its update of the weights in place.
class optimizer_state {
 public:
  optimizer_state(regula::optimizer settings, tensors weights)
      : settings_{std::move(settings)}, weights_{std::move(weights)} {
    torch::NoGradGuard const no_grad;
    for (torch::Tensor const& w : weights_) {
      first_.push_back(torch::zeros_like(w));
      if (!std::holds_alternative<sgd>(settings_)) second_.push_back(torch::zeros_like(w));
      if (w.dim() == 2) matrices_.push_back(w);
    }
  }

  /// One update, `finished` updates before it.
  ///
  /// Shapes    gradients as the weights, in their order
  void update(tensors const& gradients, double rate, std::uint64_t finished) {
    torch::NoGradGuard const no_grad;
    std::visit([&](auto const& chosen) { update(chosen, gradients, rate, finished); }, settings_);
  }

  /// What is remembered between updates: Adam's first moment or the momentum buffer; Adam's second moment.
  [[nodiscard]] tensors const& moment1() const { return first_; }
  [[nodiscard]] tensors const& moment2() const { return second_; }

 private:
  void update(adam const& o, tensors const& gradients, double rate, std::uint64_t finished) {
    auto const t             = static_cast<double>(finished + 1);
    double const correction1 = 1 - std::pow(o.beta1, t), correction2 = 1 - std::pow(o.beta2, t);
    torch::_foreach_mul_(first_, o.beta1);
    torch::_foreach_add_(first_, gradients, 1 - o.beta1);
    torch::_foreach_mul_(second_, o.beta2);
    torch::_foreach_addcmul_(second_, gradients, gradients, 1 - o.beta2);
    auto const divisor = torch::_foreach_sqrt(second_);
    torch::_foreach_div_(divisor, std::sqrt(correction2));
    torch::_foreach_add_(divisor, o.epsilon);
    torch::_foreach_addcdiv_(weights_, first_, divisor, -rate / correction1);
  }

  void update(adamw const& o, tensors const& gradients, double rate, std::uint64_t finished) {
    auto const& decayed = o.matrices_only ? matrices_ : weights_;
    if (o.decay > 0 && !decayed.empty()) torch::_foreach_mul_(decayed, 1 - rate * o.decay);
    update(adam{o.beta1, o.beta2, o.epsilon}, gradients, rate, finished);
  }

  void update(sgd const& o, tensors const& gradients, double rate, std::uint64_t) {
    torch::_foreach_mul_(first_, o.momentum);
    torch::_foreach_add_(first_, gradients, 1.0);
    torch::_foreach_add_(weights_, first_, -rate);
  }

  regula::optimizer settings_;
  tensors weights_;
  tensors matrices_;  // weights of two dimensions
  tensors first_, second_;
};

}  // namespace regula::libtorch
