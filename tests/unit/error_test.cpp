// SPDX-License-Identifier: MIT
#include <regula/error.hpp>

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <type_traits>

namespace {

static_assert(std::is_base_of_v<std::runtime_error, regula::error>);
static_assert(std::is_base_of_v<regula::error, regula::shape_error>);
static_assert(std::is_base_of_v<regula::error, regula::range_error>);
static_assert(std::is_base_of_v<regula::error, regula::file_error>);
static_assert(std::is_base_of_v<regula::error, regula::diverged>);
static_assert(!std::is_base_of_v<regula::range_error, regula::shape_error>);

constexpr int checked_half(int n) {
  regula::require(n % 2 == 0, "checked_half: expected an even number, got {}", n);
  return n / 2;
}
static_assert(checked_half(4) == 2);  // a check that holds may stand in a constant expression

TEST_CASE("diverged carries the step and says it") {
  regula::diverged const e(1234);
  CHECK(e.step() == 1234);
  CHECK(std::string(e.what()).find("step 1234") != std::string::npos);
}

TEST_CASE("require throws range_error with the formatted text, or the error that is named") {
  CHECK_NOTHROW(regula::require(true, "never shown {}", 1));
  CHECK_THROWS_WITH_AS(checked_half(3), "checked_half: expected an even number, got 3", regula::range_error);
  CHECK_THROWS_WITH_AS(regula::require<regula::shape_error>(false, "f: expected [{}, {}]", 2, 3),
                       "f: expected [2, 3]",
                       regula::shape_error);
}

}  // namespace
