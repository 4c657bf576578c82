// SPDX-License-Identifier: MIT
/// @file
/// The LibTorch engine on a device gives the golden values, and a short run whose data and noise are the CPU's.
#include <regula/torch.hpp>

#include "support/golden_files.hpp"
#include <doctest/doctest.h>

#include <cmath>

namespace rg = regula;

TEST_CASE("the engine on a device reproduces the golden files") {
  rg::torch_cuda const engine;
  rg::test::check_dit_files(engine);
  rg::test::check_causal_gpt_files(engine);
  rg::test::check_bidirectional_gpt_files(engine);
  rg::test::check_uddm_files(engine);
  rg::test::check_reduced_files(engine);
}

TEST_CASE("a run on a device starts with the loss of the CPU's run") {
  auto const plan = rg::compose(rg::group_parity<12, 3>{},
                                rg::dit<rg::size{.width = 16, .depth = 1, .heads = 2}>{},
                                rg::denoising{},
                                rg::rule_accuracy{});
  rg::settings const settings{
      .train_size = 32, .steps = 5, .batch = 8, .evaluation = {.samples = 4, .sampler = rg::heun{.levels = 3}}};
  auto here  = rg::train(plan, settings, rg::torch_cpu{});
  auto there = rg::train(plan, settings, rg::torch_cuda{});
  CHECK(there.begin()->loss == doctest::Approx(here.begin()->loss).epsilon(1e-5));
  for (auto const& step : there)
    CHECK(std::isfinite(step.loss));
  CHECK_THROWS_AS((void)rg::torch_cuda{.device = 4096}.trainer(plan, settings), rg::range_error);
}
