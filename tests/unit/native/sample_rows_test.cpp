// SPDX-License-Identifier: MIT
#include <regula/native/sample_rows.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <vector>

namespace {

TEST_CASE("samples go to padded rows and back, and padding is left alone") {
  using rows = regula::nn::sample_rows<float, 3, 2, 4>;
  static_assert(rows::values == 6);
  std::vector<float> const samples{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  std::vector<float> padded(3 * 3 * 4, -1);
  rows::write_block(samples.data(), 2, 3, padded.data());
  CHECK(std::vector<float>(padded.begin(), padded.begin() + 12) ==
        std::vector<float>{1, 2, -1, -1, 3, 4, -1, -1, 5, 6, -1, -1});
  CHECK(padded[12] == 7);
  CHECK(std::vector<float>(padded.begin() + 24, padded.end()) ==
        std::vector<float>{0, 0, -1, -1, 0, 0, -1, -1, 0, 0, -1, -1});
  std::array<float, 6> back;
  rows::read(padded.data(), 1, back.data());
  CHECK(back == std::array<float, 6>{7, 8, 9, 10, 11, 12});
}

}  // namespace
