// SPDX-License-Identifier: MIT
/// @file
/// A consumer's program on the LibTorch engine.
#include <regula/core.hpp>
#include <regula/torch/detail/torch.hpp>

int main() { return torch::ones({2, 3}).sum().item<float>() == 6.0F ? 0 : 1; }
