// SPDX-License-Identifier: MIT
#include <regula/data/split.hpp>
#include <regula/objectives/data_rms.hpp>
#include <regula/objectives/one_hot.hpp>
#include <regula/objectives/scalar.hpp>
#include <regula/rules/latin_square.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cmath>

namespace {

using regula::data_rms;

// In a Latin square every symbol is as frequent as every other.
TEST_CASE("data_rms: Latin squares of order 6, as the experiments state it") {
  auto const boards = regula::draw_split(regula::latin_square<6>{}, {64}, 1).training;
  CHECK(data_rms(regula::scalar{}, boards, 6) == doctest::Approx(std::sqrt(7.0 / 15)).epsilon(1e-7));           // 0.683
  CHECK(data_rms(regula::one_hot_zero_one{}, boards, 6) == doctest::Approx(std::sqrt(1.0 / 6)).epsilon(1e-7));  // 0.408
  CHECK(data_rms(regula::one_hot_zero_mean{}, boards, 6) ==
        doctest::Approx(std::sqrt(5.0 / 36)).epsilon(1e-7));  // 0.373
  CHECK(data_rms(regula::one_hot_pm1{}, boards, 6) == doctest::Approx(1).epsilon(1e-7));
}

TEST_CASE("data_rms: of the data, not of the alphabet") {
  regula::board_set<3> boards;
  boards.push_back(std::array<regula::token, 3>{2, 2, 2});
  boards.push_back(std::array<regula::token, 3>{2, 2, 4});
  CHECK(data_rms(regula::scalar{}, boards, 5) == doctest::Approx(std::sqrt(1.0 / 6)).epsilon(1e-7));
  CHECK(data_rms(regula::pm1{}, regula::draw_control<regula::latin_square<2>>(5, 1), 2) == doctest::Approx(1));
  CHECK_THROWS_WITH_AS((void)data_rms(regula::scalar{}, regula::board_set<3>{}, 5),
                       doctest::Contains("at least 1 board"),
                       regula::range_error);
}

}  // namespace
