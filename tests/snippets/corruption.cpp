// SPDX-License-Identifier: MIT
//! [doc]
#include <regula/core.hpp>

#include <fmt/core.h>

#include <vector>

int main() {
  regula::denoising<> const objective{.sigma_data = 1, .log_sigma = {.mean = -1.2, .deviation = 1.2}};

  regula::batch clean{.shape  = {.board = {2, 2}, .channels = 1, .alphabet = 2},
                      .size   = 2,
                      .boards = {1, 0, 0, 1, 1, 1, 0, 0},
                      .values = {}};
  objective.encode(clean);  // symbols to -1 and +1

  auto const noise = regula::corrupt(objective, clean, {.seed = 7, .use = regula::purpose::test, .step = 100});
  std::vector<double> const output(4, 0.0);  // what a network returned for one sample
  std::vector<double> gradient(4);           // receives the derivative of the loss by it
  for (std::size_t i = 0; i < clean.size; ++i) {
    double const loss = objective.loss<double>(output, clean, noise, i, gradient);
    fmt::print("sample {}: sigma {:.4f}, loss {:.4f}\n", i, noise.sigma[i], loss);
  }
}
//! [doc]
