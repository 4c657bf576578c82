// SPDX-License-Identifier: MIT
// Prints the peak of one core in single precision, measured: GFLOP/s of independent fused multiply-adds in registers.
#include <fmt/core.h>
#include <xsimd/xsimd.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>

int main() {
  using vector                 = xsimd::batch<float>;
  using clock                  = std::chrono::steady_clock;
  constexpr std::size_t chains = 12;  // enough to hide the latency of two units, few enough for 16 registers
  constexpr int rounds         = 1'000'000;
  double best                  = 0;
  for (int attempt = 0; attempt < 20; ++attempt) {
    // Read at run time, or the compiler sees that all chains are one.
    float const volatile start = 1, shrink = 0.999999F, grow = 1e-6F;
    std::array<vector, chains> sum;
    for (vector& s : sum)
      s = vector(start);
    vector const factor(shrink), term(grow);
    auto const before = clock::now();
    for (int i = 0; i < rounds; ++i) {
      for (vector& s : sum)
        s = xsimd::fma(s, factor, term);
      asm volatile("" : : : "memory");
    }
    double const seconds = std::chrono::duration<double>(clock::now() - before).count();
    vector total(0.0F);
    for (vector const& s : sum)
      total += s;
    if (xsimd::hadd(total) < 0) return 1;  // keeps the sums alive
    best = std::max(best, 2.0 * vector::size * chains * rounds / seconds / 1e9);
  }
  fmt::print("{}\n", best);
}
