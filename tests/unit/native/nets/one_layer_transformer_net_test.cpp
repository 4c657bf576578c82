// SPDX-License-Identifier: MIT
#include <regula/native/engine.hpp>
#include <regula/native/nets/one_layer_transformer_net.hpp>

#include "support/golden_files.hpp"
#include <doctest/doctest.h>

namespace {

using regula::native;

TEST_CASE_TEMPLATE("the golden case of the one-layer transformer: output, loss, every gradient", real, float, double) {
  regula::test::check_one_layer_files(native<real>{.threads = 1});
  regula::test::check_one_layer_files(native<real>{.threads = 3});
}

}  // namespace
