// SPDX-License-Identifier: MIT
#include <regula/models/size.hpp>

#include <doctest/doctest.h>

namespace {

TEST_CASE("size: the usual options") {
  regula::size const usual;
  CHECK(usual.dropout == 0);
  CHECK(usual.deviation == 0.02);
  CHECK(usual.condition == 128);
  CHECK(usual.attends == regula::attention::causal);
}

TEST_CASE("size: kinds of attention have words") {
  CHECK(name_of(regula::attention::causal) == "causal");
  CHECK(name_of(regula::attention::bidirectional) == "bidirectional");
  CHECK(name_of(static_cast<regula::attention>(2)) == "unknown");
}

}  // namespace
