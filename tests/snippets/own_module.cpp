// SPDX-License-Identifier: MIT
// needs: torch
// output: numbers within 0.1
//! [module]
#include <regula/torch.hpp>

#include <fmt/core.h>
#include <torch/nn/modules/linear.h>

#include <cstdint>

namespace rg = regula;

/// Reads symbols [B, T], hidden cells as V, and says what each cell may be.
struct mlp : torch::nn::Module {
  explicit mlp(rg::data_shape shape)
      : cells{static_cast<std::int64_t>(shape.cells())},
        symbols{shape.alphabet},
        inner{register_module("inner", torch::nn::Linear{cells * (symbols + 1), 64})},
        last{register_module("last", torch::nn::Linear{64, cells * symbols})} {}

  torch::Tensor forward(torch::Tensor const& x) {                                                  // [B, T]
    auto const units = torch::one_hot(x, symbols + 1).flatten(1).to(inner->weight.scalar_type());  // [B, T (V + 1)]
    return last(inner(units).relu()).view({-1, cells, symbols});                                   // [B, T, V]
  }

  std::int64_t cells, symbols;
  torch::nn::Linear inner, last;
};
//! [module]

int main() {
  //! [plan]
  using model     = rg::torch_model<mlp, rg::head::logits>;
  auto const plan = rg::compose(rg::exact_k<8, 3>{}, model{}, rg::masked_diffusion{}, rg::rule_accuracy{});
  rg::settings const settings{.train_size = 40, .steps = 600, .rate = {.base = 5e-3}};

  auto run = rg::train(plan, settings, rg::torch_cpu{.threads = 1});
  for (auto const& step : run)
    if (step.index == 600) fmt::print("valid: {:.2f}\n", step.value<rg::rule_accuracy>().valid.share());
  fmt::print("{} parameters, among them {}\n", model::parameter_count(plan.shape()), run.weights().begin()->first);
  //! [plan]
}
