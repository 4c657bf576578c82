// SPDX-License-Identifier: MIT
#include <regula/native/flush_denormals.hpp>

#include <doctest/doctest.h>

#include <limits>

namespace {

// volatile: the products are computed here and now
float half_of_smallest() {
  float const volatile smallest = std::numeric_limits<float>::min();
  float const volatile half     = smallest * 0.5F;
  return half;
}

TEST_CASE("denormal results are zero while flush_denormals lives, and as before when it ends") {
  CHECK(half_of_smallest() > 0);
  {
    regula::nn::flush_denormals const outer;
    CHECK(half_of_smallest() == 0);
    {
      regula::nn::flush_denormals const inner;
    }
    CHECK(half_of_smallest() == 0);
  }
  CHECK(half_of_smallest() > 0);
}

}  // namespace
