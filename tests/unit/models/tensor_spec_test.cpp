// SPDX-License-Identifier: MIT
#include <regula/models/tensor_spec.hpp>

#include <doctest/doctest.h>

namespace {

using regula::initial_law;
using regula::tensor_spec;

TEST_CASE("tensor_spec: element counts") {
  CHECK(tensor_spec{"a", {3, 4, 5}, initial_law::constant(0)}.element_count() == 60);
  CHECK(tensor_spec{"a", {}, initial_law::constant(0)}.element_count() == 1);
  CHECK(tensor_spec{"a", {3, 0}, initial_law::constant(0)}.element_count() == 0);
}

TEST_CASE("initial_law: xavier has the variance 2 / (in + out)") {
  auto const law = initial_law::xavier(30, 70);
  CHECK(law.law == initial_law::kind::uniform);
  CHECK(law.scale * law.scale / 3 == doctest::Approx(0.02).epsilon(1e-14));
}

}  // namespace
