// SPDX-License-Identifier: MIT
#include <regula/native/layers/attention.hpp>
#include <regula/native/layers/gelu.hpp>
#include <regula/native/layers/layer.hpp>
#include <regula/native/layers/linear.hpp>
#include <regula/native/layers/modulated_norm.hpp>
#include <regula/native/layers/norm_weight.hpp>
#include <regula/native/layers/relu.hpp>
#include <regula/native/layers/rotary.hpp>
#include <regula/native/nets/adaln_block.hpp>

#include <doctest/doctest.h>

#include <cstddef>

namespace {

using namespace regula::nn;
using V = simd<float>;

static_assert(Layer<linear<V, axis{1, 8}, axis{3, 5}>>);
static_assert(Layer<modulated_norm<V, 24, 12>>);
static_assert(Layer<attention<V, 2, 8, 12>>);
static_assert(Layer<gelu_layer<V, 96, 12>>);
static_assert(Layer<relu_layer<V, 96, 12>>);
static_assert(Layer<rotary<V, 3, 8, 12>>);
static_assert(Layer<norm_weight<V, 24>>);
static_assert(Layer<adaln_block<V, 24, 3, 12, 2>>);

struct without_scratch {
  static constexpr std::size_t parameter_count = 1, stored = 16, kept = 0;
};
struct stores_too_little {
  static constexpr std::size_t parameter_count = 17, stored = 16, kept = 0, scratch = 0;
};
static_assert(!Layer<without_scratch>);
static_assert(!Layer<stores_too_little>);

TEST_CASE("a block counts the parameters of its description") {
  // 12 d^2 of matrices, 9 d of biases
  CHECK(adaln_block<V, 24, 3, 12, 2>::parameter_count == 12 * 24 * 24 + 9 * 24);
}

}  // namespace
