// SPDX-License-Identifier: MIT
/// @file
/// Entry point of the GPU tests: doctest's own, or exit code 77 (skipped) where no device is found.
#define DOCTEST_CONFIG_IMPLEMENT
#include <cuda_runtime_api.h>
#include <doctest/doctest.h>

#include <cstdio>

int main(int argc, char** argv) {
  int devices       = 0;
  auto const status = cudaGetDeviceCount(&devices);
  if (status != cudaSuccess || devices == 0) {
    std::printf("skipped: no CUDA device (%s)\n", cudaGetErrorString(status));
    return 77;
  }
  return doctest::Context(argc, argv).run();
}
