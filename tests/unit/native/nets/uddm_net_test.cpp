// SPDX-License-Identifier: MIT
#include <regula/native/engine.hpp>
#include <regula/native/nets/uddm_net.hpp>

#include "support/golden_files.hpp"
#include <doctest/doctest.h>

#include <type_traits>

namespace {

using regula::native;

// the code of a net depends on its size and on the number of cells, not on their arrangement: rules share it
static_assert(std::is_same_v<
              regula::nn::net_of<regula::uddm<>, regula::data_shape{{2, 6}, 1, 5}, float, xsimd::default_arch>::type,
              regula::nn::net_of<regula::uddm<>, regula::data_shape{{3, 4}, 1, 5}, float, xsimd::default_arch>::type>);

TEST_CASE_TEMPLATE("the golden cases of uddm and its masked sibling: output, loss, every gradient",
                   real,
                   float,
                   double) {
  regula::test::check_uddm_files(native<real>{.threads = 1});
  regula::test::check_uddm_files(native<real>{.threads = 2});
}

}  // namespace
