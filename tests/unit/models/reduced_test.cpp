// SPDX-License-Identifier: MIT
#include <regula/models/reduced.hpp>

#include <doctest/doctest.h>

namespace {

TEST_CASE("reduced: options are off unless asked for") {
  regula::reduced const usual;
  CHECK(usual.hidden > 0);
  CHECK_FALSE(usual.mean);
  CHECK_FALSE(usual.bias);
}

}  // namespace
