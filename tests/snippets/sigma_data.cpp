// SPDX-License-Identifier: MIT
//! [doc]
#include <regula/core.hpp>

#include <fmt/core.h>

int main() {
  regula::latin_square<6> const rule;
  regula::one_hot_zero_mean const encoding;
  regula::settings const settings{.train_size = 64, .seed = 7};

  // The boards that a run with these settings trains on.
  auto const training = regula::draw_split(rule, {.train = settings.train_size}, settings.seed).training;

  regula::denoising<regula::one_hot_zero_mean> const objective{
      .sigma_data = regula::data_rms(encoding, training, rule.alphabet), .encoding = encoding};
  fmt::print("sigma_data {:.3f}\n", objective.sigma_data);
}
//! [doc]
