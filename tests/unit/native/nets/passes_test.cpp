// SPDX-License-Identifier: MIT
#include <regula/native/nets/dit.hpp>
#include <regula/native/nets/passes.hpp>

#include <doctest/doctest.h>

namespace {

using namespace regula::nn;

using small_dit = dit<simd<double>, dit_shape{8, 1, 2, 2, 3, 1}, 2>;

struct without_backward : small_dit {
  static void backward() {}
};
struct reads_other_precision : small_dit {
  static void write_input(regula::network_input<float> const&, int, double*) {}
};
struct without_direct_count : small_dit {
 private:
  static constexpr std::size_t direct_count = 0;
};

static_assert(Net<small_dit> && Conditioned<small_dit>);
static_assert(!Net<without_backward> && !Net<reads_other_precision> && !Net<without_direct_count> && !Net<int>);

TEST_CASE("a forward pass drops nothing unless it is told from which streams") {
  forward_pass<double> const pass{nullptr, nullptr, {}};
  CHECK(pass.dropout == nullptr);
  CHECK(pass.first == 0);
}

}  // namespace
