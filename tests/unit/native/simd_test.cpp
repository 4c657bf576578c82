// SPDX-License-Identifier: MIT
#include <regula/native/simd.hpp>

#include <doctest/doctest.h>

#include <type_traits>

namespace {

using namespace regula::nn;

static_assert(round_up(1, 16) == 16 && round_up(16, 16) == 16 && round_up(17, 16) == 32);
static_assert(place({1, 20}, 19, 8) == 19);
static_assert(place({3, 5}, 4, 8) == 4 && place({3, 5}, 5, 8) == 8 && place({3, 5}, 14, 8) == 20);
static_assert(prefix_sums(3, 0, 4)[1] == 3 && prefix_sums(3, 0, 4)[2] == 3 && prefix_sums(3, 0, 4)[3] == 7);

using V = simd<float>;
static_assert(padded<V>({3, 5}) == 3 * round_up(5, V::width));
static_assert(extent<V>({3, 5}) == 2 * round_up(5, V::width) + 5);
static_assert(stride<V>({1, 64}) == 64);
static_assert(stride<V>({1, 128}) == 128 + V::width);
static_assert(stride<V>({1, 144}) == 144);

// Units compiled for different instruction sets work with different types.
static_assert(!std::is_same_v<simd<float, xsimd::sse2>, simd<float>> ||
              std::is_same_v<xsimd::sse2, xsimd::default_arch>);

template <class Vectors>
void check_sum_and_mask() {
  using real = typename Vectors::real;
  alignas(64) real x[Vectors::width];
  real expected = 0;
  for (int i = 0; i < Vectors::width; ++i)
    expected += x[i] = real(1 << i);
  CHECK(Vectors::sum(Vectors::load(x)) == expected);  // powers of two: exact in any order

  constexpr int size = Vectors::width + Vectors::width / 2;
  CHECK(Vectors::sum(without_padding<Vectors, size>(Vectors::all(3))) == 3 * real(Vectors::width / 2));
  CHECK(Vectors::sum(without_padding<Vectors, Vectors::width>(Vectors::all(3))) == 3 * real(Vectors::width));
}

TEST_CASE("a vector sums all its entries, and padding of a row is masked") {
  check_sum_and_mask<simd<float>>();
  check_sum_and_mask<simd<double>>();
}

}  // namespace
