// SPDX-License-Identifier: MIT
#include <regula/rules/different_symbols.hpp>

#include <doctest/doctest.h>

#include <array>

namespace {

using regula::token;

constexpr std::array<token, 9> square{0, 1, 2, 1, 0, 2, 2, 2, 3};

static_assert(regula::row_is_complete<3>(square, 0) && regula::row_is_complete<3>(square, 1));
static_assert(!regula::row_is_complete<3>(square, 2));
static_assert(regula::column_is_complete<3>(square, 0) && regula::column_is_complete<3>(square, 1));
static_assert(!regula::column_is_complete<3>(square, 2));

TEST_CASE("all_different: every symbol once, none outside, none hidden") {
  auto const line = [](std::array<token, 3> const& x) {
    return regula::all_different<3>([&](std::size_t i) { return x[i]; });
  };
  CHECK(line({2, 0, 1}));
  CHECK_FALSE(line({2, 0, 2}));
  CHECK_FALSE(line({2, 0, 3}));
  CHECK_FALSE(line({2, 0, regula::no_token}));
}

}  // namespace
