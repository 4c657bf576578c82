// SPDX-License-Identifier: MIT
#include <regula/native/memory.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace {

using regula::nn::array;
using regula::nn::bytes_of;

static_assert(bytes_of<float>(1) == 64 && bytes_of<float>(16) == 64 && bytes_of<double>(9) == 128);
static_assert(bytes_of<float>(std::size_t{1} << 19) == std::size_t{2} << 20);
static_assert(bytes_of<float>((std::size_t{1} << 19) + 1) == std::size_t{4} << 20);

TEST_CASE("arrays are zero, aligned to a cache line or a large page, and move") {
  array<float> small(5), large(std::size_t{1} << 19);
  CHECK(reinterpret_cast<std::uintptr_t>(small.data()) % 64 == 0);
  CHECK(reinterpret_cast<std::uintptr_t>(large.data()) % (std::size_t{2} << 20) == 0);
  bool all_zero = true;
  for (float const v : large.span())
    all_zero = all_zero && v == 0;
  CHECK(all_zero);

  large.data()[7]    = 3;
  array<float> taken = std::move(large);
  CHECK(taken.size() == std::size_t{1} << 19);
  CHECK(taken.data()[7] == 3);
  CHECK(array<float>(0).data() == nullptr);
}

}  // namespace
