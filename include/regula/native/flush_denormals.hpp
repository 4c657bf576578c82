// SPDX-License-Identifier: MIT
/// @file
/// Numbers too small to be normalised become zero while this lives: they are noise to a net, and a hundred times
/// slower.
#pragma once

#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <cstdint>
#endif

namespace regula::nn {

/// Sets flush-to-zero for the calling thread, and what was set before when it ends.
class flush_denormals {
 public:
#if defined(__SSE2__)
  flush_denormals() : before_{_mm_getcsr()} { _mm_setcsr(before_ | 0x8040U); }  // results and operands
  ~flush_denormals() { _mm_setcsr(before_); }

 private:
  unsigned before_;

 public:
#elif defined(__aarch64__)
  flush_denormals() {
    asm volatile("mrs %0, fpcr" : "=r"(before_));
    asm volatile("msr fpcr, %0" : : "r"(before_ | (std::uint64_t{1} << 24)));
  }
  ~flush_denormals() { asm volatile("msr fpcr, %0" : : "r"(before_)); }

 private:
  std::uint64_t before_;

 public:
#else
  flush_denormals() {}
  ~flush_denormals() {}
#endif
  flush_denormals(flush_denormals const&)            = delete;
  flush_denormals& operator=(flush_denormals const&) = delete;
};

}  // namespace regula::nn
