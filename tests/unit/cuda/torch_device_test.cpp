// SPDX-License-Identifier: MIT
/// @file
/// The CUDA build of LibTorch is linked whole: its kernels are registered, its streams are there, and results are the
/// CPU's.
#include <regula/torch/detail/torch.hpp>

#include <c10/cuda/CUDAStream.h>
#include <doctest/doctest.h>

TEST_CASE("a product on the device is the product on the host") {
  auto const host   = torch::arange(12, torch::kFloat32).reshape({3, 4});
  auto const device = host.to(torch::Device(torch::kCUDA, 0));
  auto const result = device.matmul(device.t()).cpu();
  c10::cuda::getCurrentCUDAStream().synchronize();
  CHECK(torch::equal(result, host.matmul(host.t())));
}
