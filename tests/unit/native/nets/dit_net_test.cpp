// SPDX-License-Identifier: MIT
#include <regula/native/engine.hpp>
#include <regula/native/nets/dit_net.hpp>
#include <regula/testing/golden.hpp>

#include <doctest/doctest.h>

#include <string>
#include <type_traits>
#include <vector>

namespace {

using regula::native, regula::dit, regula::size, regula::data_shape;
using violations = std::vector<std::string>;

constexpr data_shape bits{{2, 6}, 1, 2}, onehot{{4, 4}, 4, 4};

// the code of a net does not depend on the alphabet, so that rules share it
static_assert(std::is_same_v<regula::nn::net_of<dit<>, data_shape{{2, 6}, 1, 2}, float, xsimd::default_arch>::type,
                             regula::nn::net_of<dit<>, data_shape{{2, 6}, 1, 9}, float, xsimd::default_arch>::type>);

TEST_CASE_TEMPLATE("the golden cases of the dit: output, loss, every gradient, Heun's states", real, float, double) {
  for (int const threads : {1, 2}) {
    native<real> const engine{.threads = threads};
    CHECK(regula::golden::check<dit<size{16, 2, 2}>, bits>(engine, REGULA_GOLDEN_DIR "/dit_bits.safetensors") ==
          violations{});
    CHECK(regula::golden::check<dit<size{24, 1, 3}>, onehot>(engine, REGULA_GOLDEN_DIR "/dit_onehot.safetensors") ==
          violations{});
    CHECK(regula::golden::check<dit<size{16, 2, 2}>, bits>(engine, REGULA_GOLDEN_DIR "/heun.safetensors") ==
          violations{});
  }
}

}  // namespace
