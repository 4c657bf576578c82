// SPDX-License-Identifier: MIT
/// @file
/// Entry point of every test program: doctest's own, or exit code 77 (skipped) where the program is built for vector
/// instructions that this machine lacks.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>

namespace {

constexpr int skipped = 77;

bool machine_has_instructions() {
#if defined(__AVX512F__)
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#elif defined(__AVX2__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return true;
#endif
}

}  // namespace

int main(int argc, char** argv) {
  if (!machine_has_instructions()) {
    std::puts("skipped: this machine lacks the vector instructions this program is built for");
    return skipped;
  }
  return doctest::Context(argc, argv).run();
}
