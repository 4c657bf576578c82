// SPDX-License-Identifier: MIT
#include <regula/native/symbol_rows.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

namespace {

using regula::token, regula::no_token;
using rows = regula::nn::symbol_rows<float, 3, 4, 8>;

TEST_CASE("a symbol is a row with one 1, a hidden cell that of its own symbol; padding is left alone") {
  std::vector<float> to(2 * 3 * 8, 7);
  std::vector<token> const symbols{2, no_token, 0};
  rows::write(symbols, 3, 1, to.data());
  for (std::size_t t = 0; t < 3; ++t)
    for (std::size_t v = 0; v < 8; ++v) {
      std::size_t const symbol = symbols[t] == no_token ? 3 : symbols[t];
      CHECK(to[24 + t * 8 + v] == (v >= 4 ? 7 : v == symbol ? 1 : 0));
    }
  CHECK(to[23] == 7);  // sample 0
}

TEST_CASE("a symbol that the net does not know is refused") {
  std::vector<float> to(3 * 8);
  std::vector<token> const symbols{2, 4, 0}, hidden{2, no_token, 0};
  CHECK_THROWS_WITH_AS(
      rows::write(symbols, 3, 0, to.data()), "native: expected symbols below 4, got 4", regula::range_error);
  CHECK_THROWS_WITH_AS(
      rows::write(hidden, no_token, 0, to.data()), "native: expected symbols below 4, got 65535", regula::range_error);
}

}  // namespace
