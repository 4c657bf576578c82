// SPDX-License-Identifier: MIT
#include <regula/native/memory.hpp>
#include <regula/native/work_division.hpp>

#include "support/native_rows.hpp"
#include <doctest/doctest.h>

#include <cstddef>

namespace {

using namespace regula::nn;

static_assert(shard_count(1000, 1) == 1 && shard_count(1000, 3) == 2 && shard_count(1000, 64) == 8);
static_assert(shard_count(largest_shard + 1, 64) == 1);

// Shards take all blocks, in order, none twice.
static_assert([] {
  for (std::size_t blocks = 1; blocks < 40; ++blocks) {
    std::size_t const shards = shard_count(1, blocks);
    if (first_block(0, shards, blocks) != 0 || first_block(shards, shards, blocks) != blocks) return false;
    for (std::size_t s = 0; s < shards; ++s)
      if (first_block(s, shards, blocks) >= first_block(s + 1, shards, blocks)) return false;
  }
  return true;
}());

TEST_CASE("shards are summed as a binary tree, and their squares in the same pass") {
  using V                     = simd<float>;
  constexpr std::size_t count = 1024, distance = count + 64;
  for (std::size_t const shards : {1U, 2U, 4U, 8U}) {
    array<float> values(shards * distance), sum(count);
    regula::test::random_numbers draw{shards};
    for (float& v : values.span())
      v = float(draw());
    float* const out     = shards == 1 ? values.data() : sum.data();
    double const squares = sum_shards<V>(shards, values.data(), distance, count, out);
    double expected      = 0;
    for (std::size_t i = 0; i < count; ++i) {
      auto const s    = [&](std::size_t k) { return values.data()[k * distance + i]; };
      float const one = shards == 1   ? s(0)
                        : shards == 2 ? s(0) + s(1)
                        : shards == 4 ? (s(0) + s(1)) + (s(2) + s(3))
                                      : ((s(0) + s(1)) + (s(2) + s(3))) + ((s(4) + s(5)) + (s(6) + s(7)));
      CHECK(out[i] == one);
      expected += double(one) * double(one);
    }
    CHECK(squares == doctest::Approx(expected).epsilon(1e-6));
  }
}

}  // namespace
