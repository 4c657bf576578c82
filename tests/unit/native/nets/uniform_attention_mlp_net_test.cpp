// SPDX-License-Identifier: MIT
#include <regula/native/engine.hpp>
#include <regula/native/nets/uniform_attention_mlp_net.hpp>

#include "support/golden_files.hpp"
#include <doctest/doctest.h>

namespace {

using regula::native;

TEST_CASE_TEMPLATE("the golden cases of the MLP on a sum over cells: output, loss, gradients, optimizer steps",
                   real,
                   float,
                   double) {
  regula::test::check_uniform_attention_files(native<real>{.threads = 1});
  regula::test::check_uniform_attention_files(native<real>{.threads = 3});
}

}  // namespace
