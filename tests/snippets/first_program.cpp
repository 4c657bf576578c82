// SPDX-License-Identifier: MIT
// output: numbers within 0.15
//! [doc]
#include <regula/native.hpp>

#include <fmt/core.h>

namespace rg = regula;

int main() {
  using model     = rg::dit<rg::size{.width = 32, .depth = 1, .heads = 4}>;
  auto const plan = rg::compose(rg::group_parity<12, 2>{}, model{}, rg::denoising{}, rg::rule_accuracy{});

  for (auto const& s : rg::train(plan, {.train_size = 32, .steps = 1500, .rate = {.base = 4e-3}}, rg::native{}))
    if (s.evaluated()) fmt::print("step {:4}: {:.2f} valid\n", s.index, s.value<rg::rule_accuracy>().valid.share());
}
//! [doc]
