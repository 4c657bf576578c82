// SPDX-License-Identifier: MIT
/// @file
/// The LibTorch engine on a device gives the golden values, and a short run whose data and noise are the CPU's.
#include <regula/testing/golden.hpp>
#include <regula/torch.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>

namespace rg = regula;

TEST_CASE("the engine on a device reproduces the golden files") {
  using bits                         = rg::dit<rg::size{.width = 16, .depth = 2, .heads = 2}>;
  std::filesystem::path const golden = REGULA_GOLDEN_DIR;
  for (char const* name : {"dit_bits.safetensors", "heun.safetensors"})
    for (auto const& violation : rg::golden::check<bits, rg::data_shape{{2, 6}, 1, 2}>(rg::torch_cuda{}, golden / name))
      FAIL_CHECK(violation);
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
