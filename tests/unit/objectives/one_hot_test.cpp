// SPDX-License-Identifier: MIT
#include <regula/objectives/one_hot.hpp>

#include "support/golden_decoding.hpp"
#include <doctest/doctest.h>

#include <array>
#include <span>

namespace {

using namespace regula;
static_assert(Encoding<one_hot_pm1> && Encoding<one_hot_zero_one> && Encoding<one_hot_zero_mean>);

TEST_CASE("one_hot: every reference value decodes as it should") {
  test::check_golden_decoding<one_hot_pm1>("slack", [](double s) { return one_hot_pm1{s}; });
  test::check_golden_decoding<one_hot_zero_one>("slack", [](double s) { return one_hot_zero_one{s}; });
  test::check_golden_decoding<one_hot_zero_mean>("slack", [](double s) { return one_hot_zero_mean{s}; });
}

TEST_CASE("one_hot: symbols decode to themselves") {
  test::check_roundtrip(one_hot_pm1{}, 6);
  test::check_roundtrip(one_hot_zero_one{}, 5);
  test::check_roundtrip(one_hot_zero_mean{}, 9);
}

TEST_CASE("one_hot: the values of the three choices") {
  std::array<double, 4> x{};
  one_hot_pm1::encode(2, 4, std::span<double>{x});
  CHECK(x == std::array<double, 4>{-1, -1, 1, -1});
  one_hot_zero_one::encode(2, 4, std::span<double>{x});
  CHECK(x == std::array<double, 4>{0, 0, 1, 0});
  one_hot_zero_mean::encode(2, 4, std::span<double>{x});
  CHECK(x == std::array<double, 4>{-0.25, -0.25, 0.75, -0.25});
}

TEST_CASE("one_hot: strict and loose") {
  std::array<float, 3> const faint{0, 0.8F, 0.1F};
  CHECK(one_hot_zero_one::loose().decode(faint, 3) == 1);
  CHECK(one_hot_zero_one::strict().decode(faint, 3) == no_token);
}

}  // namespace
