// SPDX-License-Identifier: MIT
#include <regula/native/ternary_cells.hpp>

#include <doctest/doctest.h>

TEST_CASE("a cell is one of three blocks of entries; other symbols are refused") {
  using regula::nn::ternary_entry;
  CHECK(ternary_entry(0, 3, 5) == 3);
  CHECK(ternary_entry(regula::no_token, 3, 5) == 8);
  CHECK(ternary_entry(1, 3, 5) == 13);
  CHECK_THROWS_WITH_AS(
      (void)ternary_entry(2, 3, 5), "native: expected symbols below 2 or hidden cells, got 2", regula::range_error);
}
