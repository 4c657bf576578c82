// SPDX-License-Identifier: MIT
#include <regula/oracles/empirical.hpp>
#include <regula/oracles/independent.hpp>
#include <regula/oracles/population.hpp>
#include <regula/rules/all.hpp>

#include "support/golden_oracles.hpp"
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using namespace regula;

TEST_CASE("independent: every reference value of the continuous setting") {
  auto const check = [](std::string const& name, auto const& rule) {
    test::check_continuous(
        independent_of(population{rule}), test::golden_oracle("population", name), "independent", false);
  };
  check("group_parity_12_3", group_parity<12, 3>{});
  check("group_parity_12_4", group_parity<12, 4>{});
  check("group_parity_10_2", group_parity<10, 2>{});
  check("exact_k_10_3", exact_k<10, 3>{});
  check("row_k_3_4_2", row_k<3, 4, 2>{});
  check("global_k_3_4_1-2", global_k<3, 4, 1, 2>{});
  check("both_group_parity_12_3__exact_k_12_6", both(group_parity<12, 3>{}, exact_k<12, 6>{}));
  check("row_variable_k_3_4_0-2-4", row_variable_k<3, 4, 0, 2, 4>{});
  check("k_parity_8_1-4-6", k_parity<8, 3>{{1, 4, 6}});
  check("latin_square_4", latin_square<4>{});
}

TEST_CASE("independent: the marginals of a training set") {
  auto const check = [](std::string const& name, auto const& rule) {
    board_set<std::remove_cvref_t<decltype(rule)>::cell_count> training;
    test::json const& entry = test::golden_oracle("empirical", name);
    for (test::json const& board : entry.at("training"))
      training.push_back(test::board_from<std::remove_cvref_t<decltype(rule)>::cell_count>(board));
    test::check_continuous(independent_of(empirical_of(rule, training)), entry, "independent", false);
  };
  check("group_parity_12_3", group_parity<12, 3>{});
  check("row_variable_k_3_4_0-2-4", row_variable_k<3, 4, 0, 2, 4>{});
  check("latin_square_4", latin_square<4>{});
}

TEST_CASE("independent: tanh of fair signs, and marginals whatever is visible") {
  independent<2, 2> const oracle{{0.5, 0.5, 0.25, 0.75}};
  oracle_denoiser const denoise{oracle, pm1{}};
  std::vector<double> const x{0.3, 0.3};
  std::vector<double> out(2);
  denoise(std::span<double const>{x}, 0.7, std::span<double>{out});
  CHECK(out[0] == doctest::Approx(std::tanh(0.3 / 0.49)).epsilon(1e-14));
  CHECK(out[1] == doctest::Approx(std::tanh(0.3 / 0.49 + std::log(3.0) / 2)).epsilon(1e-14));
  std::vector<double> table(4);
  CHECK(masked_posterior(oracle, std::array<token, 2>{1, no_token}, table) == doctest::Approx(0.5));
  CHECK(table[1] == 1);
  CHECK(table[3] == doctest::Approx(0.75));
  redrawn_leave_one_out(oracle, std::array<token, 2>{1, 0}, 0.5, table);
  CHECK(table[3] == 0.75);
}

TEST_CASE("independent: a symbol that never stands in a cell") {
  independent<1, 3> const oracle{{0.0, 0.25, 0.75}};
  std::vector<double> out(3);
  std::vector<double> const known{1000, -1000, -1000};  // all that is known speaks for it
  (void)oracle.posterior(known, out);
  CHECK(out[0] == 0);
  CHECK(out[2] == doctest::Approx(0.75));
  CHECK_THROWS_AS(masked_posterior(oracle, std::array<token, 1>{0}, out), range_error);
}

TEST_CASE("independent: marginals that are none are refused") {
  CHECK_THROWS_WITH_AS((independent<1, 2>{{0.5, 0.25}}), doctest::Contains("those of cell 0 sum to 0.75"), range_error);
  CHECK_THROWS_WITH_AS((independent<1, 2>{{1.5, -0.5}}), doctest::Contains("got -0.5 in cell 0"), range_error);
  CHECK_THROWS_WITH_AS(
      (independent<2, 2>{{0.5, 0.5}}), doctest::Contains("of 2 cells and 2 symbols, got 2"), shape_error);
}

}  // namespace
