// SPDX-License-Identifier: MIT
// A network of one's own: any LibTorch module learns a rule once it says which head it offers.
//
// needs: torch
// ctest: once
#include <regula/torch.hpp>

#include <fmt/core.h>
#include <torch/nn/modules/linear.h>

#include <cstdint>

namespace rg = regula;

/// Three layers over all cells at once. It reads symbols [B, T], hidden cells as V, and says what each cell may be.
struct mlp : torch::nn::Module {
  explicit mlp(rg::data_shape shape)
      : cells{static_cast<std::int64_t>(shape.cells())},
        symbols{shape.alphabet},
        first{register_module("first", torch::nn::Linear{cells * (symbols + 1), 128})},
        second{register_module("second", torch::nn::Linear{128, 128})},
        last{register_module("last", torch::nn::Linear{128, cells * symbols})} {}

  torch::Tensor forward(torch::Tensor const& x) {                                                  // [B, T]
    auto const units = torch::one_hot(x, symbols + 1).flatten(1).to(first->weight.scalar_type());  // [B, T (V + 1)]
    auto const inner = second(first(units).relu()).relu();                                         // [B, 128]
    return last(inner).view({-1, cells, symbols});                                                 // [B, T, V]
  }

  std::int64_t cells, symbols;
  torch::nn::Linear first, second, last;
};

int main() {
  using rule      = rg::exact_k<12, 4>;  // exactly 4 of 12 cells are 1: 495 boards
  using model     = rg::torch_model<mlp, rg::head::logits>;
  auto const plan = rg::compose(rule{}, model{}, rg::masked_diffusion{}, rg::rule_accuracy{}, rg::memorization{});
  rg::settings const settings{.train_size = 128,
                              .steps      = 1500,
                              .rate       = {.base = 3e-3, .course = rg::rate_course::cosine},
                              .evaluation = {.schedule = rg::evaluation_schedule::every(250)}};
  fmt::print("{} parameters\n", model::parameter_count(plan.shape()));

  auto run = rg::train(plan, settings, rg::torch_cpu{.threads = 1});
  for (auto const& step : run)
    if (step.evaluated())
      fmt::print("step {:4}: {:3.0f} % of the samples have exactly 4, {:3.0f} % copy a training board\n",
                 step.index,
                 100 * step.value<rg::rule_accuracy>().valid.share(),
                 100 * step.value<rg::memorization>().copied.share());
}
