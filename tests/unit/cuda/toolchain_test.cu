// SPDX-License-Identifier: MIT
/// @file
/// nvcc compiles C++20 for the device, beside the host compiler of the other units, and the kernel's result is right.
#include <cuda_runtime_api.h>
#include <doctest/doctest.h>

#include <array>

namespace {

constexpr int count = 100;

__global__ void add_index(int* values) {
  int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) values[i] += i;
}

}  // namespace

TEST_CASE("a kernel adds its thread's index to every value") {
  std::array<int, count> values{};
  values.fill(7);
  int* device = nullptr;
  REQUIRE(cudaMalloc(&device, sizeof values) == cudaSuccess);
  REQUIRE(cudaMemcpy(device, values.data(), sizeof values, cudaMemcpyHostToDevice) == cudaSuccess);
  add_index<<<4, 32>>>(device);
  REQUIRE(cudaMemcpy(values.data(), device, sizeof values, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(cudaFree(device) == cudaSuccess);
  int mistakes = 0;
  for (int i = 0; i < count; ++i)
    mistakes += values[static_cast<std::size_t>(i)] != 7 + i;
  CHECK(mistakes == 0);
}
