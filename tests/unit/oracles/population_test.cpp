// SPDX-License-Identifier: MIT
#include <regula/oracles/population.hpp>
#include <regula/rules/all.hpp>

#include "support/golden_oracles.hpp"
#include "support/no_three_equal.hpp"
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using namespace regula;

/// The reference's rules with their names.
template <class F>
void for_each_reference_rule(F const& f) {
  f("group_parity_12_3", group_parity<12, 3>{});
  f("group_parity_12_4", group_parity<12, 4>{});
  f("group_parity_10_2", group_parity<10, 2>{});
  f("exact_k_10_3", exact_k<10, 3>{});
  f("row_k_3_4_2", row_k<3, 4, 2>{});
  f("row_variable_k_3_4_0-2-4", row_variable_k<3, 4, 0, 2, 4>{});
  f("global_k_3_4_1-2", global_k<3, 4, 1, 2>{});
  f("k_parity_8_1-4-6", k_parity<8, 3>{{1, 4, 6}});
  f("both_group_parity_12_3__exact_k_12_6", both(group_parity<12, 3>{}, exact_k<12, 6>{}));
  f("latin_square_4", latin_square<4>{});
}

TEST_CASE("population: every reference value of all four settings") {
  CHECK(test::golden_oracles().at("population").size() == 10);
  for_each_reference_rule([](std::string const& name, auto const& rule) {
    test::json const& entry = test::golden_oracle("population", name);
    population const oracle{rule};
    CHECK(oracle.cell_count == entry.at("cells"));
    test::check_all_settings(oracle, entry);
    test::check_table(marginals_of(oracle), entry.at("marginals"), oracle.alphabet);
  });
}

TEST_CASE("population: completions of every reference pattern") {
  for_each_reference_rule([](std::string const& name, auto const& rule) {
    population const oracle{rule};
    for (test::json const& query : test::golden_oracle("population", name).at("masked"))
      CHECK(oracle.completions(test::board_from<oracle.cell_count>(query.at("cells"))).exact ==
            query.at("completions").get<std::uint64_t>());
  });
}

TEST_CASE("population: passes over the automaton give what the closed form of group parity gives") {
  auto const check = [](auto const& rule, std::string const& name) {
    population const plain{automaton_rule{rule}};
    static_assert(!HasClosedForm<std::remove_const_t<decltype(plain)>, pm1>);
    static_assert(HasClosedForm<population<std::remove_cvref_t<decltype(rule)>>, pm1>);
    test::check_continuous(plain, test::golden_oracle("population", name), "denoised", true);
  };
  check(group_parity<12, 3>{}, "group_parity_12_3");
  check(group_parity<12, 4>{}, "group_parity_12_4");
  check(group_parity<10, 2>{}, "group_parity_10_2");
}

// Where every tanh is 1 to the last bit, the textbook form of the mean is 0/0. The cell that is least sure decides.
TEST_CASE("population: group parity far beyond the precision of tanh") {
  oracle_denoiser const denoise{population{group_parity<3, 3>{}}, pm1{}};
  std::vector<double> const x{2, -3, 1.5};  // a valid board has an even number of -1: one of the three is wrong
  std::vector<double> out(3);
  for (double const sigma : {0.001, 0.01, 0.1}) {
    denoise(std::span<double const>{x}, sigma, std::span<double>{out});
    CHECK(out[0] == doctest::Approx(1));
    CHECK(out[1] == doctest::Approx(-1));
    CHECK(out[2] == doctest::Approx(-1));
  }
  std::vector<double> const tie{2, -1, 1};  // two cells are equally doubtful
  denoise(std::span<double const>{tie}, 0.001, std::span<double>{out});
  CHECK(out[0] == doctest::Approx(1));
  CHECK(out[1] == doctest::Approx(0));
  CHECK(out[2] == doctest::Approx(0));
  std::vector<double> const single{-5};
  oracle_denoiser const certain{population{group_parity<1, 1>{}}, pm1{}};
  certain(std::span<double const>{single}, 0.01, std::span<double>{out}.first(1));
  CHECK(out[0] == 1);  // the only board
}

TEST_CASE("population: likelihoods far below the smallest double") {
  population const oracle{exact_k<40, 20>{}};
  std::vector<double> known(80), out(80);
  for (std::size_t i = 0; i < 40; ++i)
    known[2 * i] = -1e6 - static_cast<double>(i);  // every cell is 1, says what is known; the last ones most of all
  double const evidence = oracle.posterior(known, out);
  double others         = -std::log(137846528820.0);  // C(40, 20) boards; the q-binomial of 40 and 20 at q = 1/e
  for (int k = 1; k <= 20; ++k)
    others += std::log1p(-std::exp(-20.0 - k)) - std::log1p(-std::exp(-k));
  CHECK(evidence + 20e6 + 190 == doctest::Approx(others).epsilon(1e-6));
  CHECK(out[0] > 0.99);                                                  // cell 0 gives way and is 0
  CHECK(out[2 * 39 + 1] == doctest::Approx(1));                          // cell 39 stays 1
  CHECK(out[2 * 20] == doctest::Approx(out[2 * 19 + 1]).epsilon(1e-6));  // the two at the edge share the doubt
}

TEST_CASE("population: what no board has is refused, naming rule and cells") {
  population const oracle{group_parity<6, 3>{}};
  std::vector<double> out(12);
  std::array<token, 6> const cells{1, 1, 0, no_token, no_token, no_token};
  CHECK_THROWS_WITH_AS(
      masked_posterior(oracle, cells, out),
      "masked_posterior: expected visible cells that some board of population of group_parity{cells 6, "
      "group 3} has, got [1 1 0 . . .]",
      range_error);
  std::array<token, 6> const outside{1, 1, 2, no_token, no_token, no_token};
  CHECK_THROWS_WITH_AS(
      masked_posterior(oracle, outside, out), doctest::Contains("got symbol 2 in cell 2"), range_error);
}

}  // namespace
