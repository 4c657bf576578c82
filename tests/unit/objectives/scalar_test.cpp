// SPDX-License-Identifier: MIT
#include <regula/objectives/scalar.hpp>

#include "support/golden_decoding.hpp"
#include <doctest/doctest.h>

#include <array>
#include <span>

namespace {

using regula::scalar;
static_assert(regula::Encoding<scalar>);

TEST_CASE("scalar: every reference value decodes as it should") {
  regula::test::check_golden_decoding<scalar>("tolerance", [](double t) { return scalar{t}; });
}

TEST_CASE("scalar: symbols decode to themselves, and V = 2 is -1 and +1") {
  regula::test::check_roundtrip(scalar{}, 2);
  regula::test::check_roundtrip(scalar{}, 6);
  regula::test::check_roundtrip(scalar::strict(), 9);
  std::array<double, 1> x{};
  scalar::encode(1, 2, std::span<double>{x});
  CHECK(x[0] == 1);
  scalar::encode(1, 6, std::span<double>{x});
  CHECK(x[0] == doctest::Approx(-0.6).epsilon(1e-15));
}

TEST_CASE("scalar: strict and loose") {
  std::array<float, 1> const near{-0.55F};
  CHECK(scalar::loose().decode(near, 6) == 1);
  CHECK(scalar::strict().decode(near, 6) == regula::no_token);
}

}  // namespace
