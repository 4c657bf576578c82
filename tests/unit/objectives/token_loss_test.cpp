// SPDX-License-Identifier: MIT
#include <regula/objectives/token_loss.hpp>
#include <regula/oracles/population.hpp>
#include <regula/oracles/symbol_views.hpp>
#include <regula/rules/all.hpp>

#include "support/golden_oracles.hpp"
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <numbers>
#include <string>
#include <vector>

namespace {

using regula::oracle_causal_view;
using regula::population;
using regula::token;
using regula::token_loss;

template <regula::Rule R>
regula::token_loss_estimate loss_of_oracle(R const& rule, std::size_t n) {
  std::vector<token> boards(n * R::cell_count);
  for (std::size_t i = 0; i < n; ++i) {
    regula::stream rng{31, regula::purpose::test, 0, i};
    rule.draw(rng, regula::cells_out<R::cell_count>{boards.data() + i * R::cell_count, R::cell_count});
  }
  oracle_causal_view view{population{rule}};
  return token_loss(view, boards, {regula::board_of<R>(), 1, R::alphabet});
}

TEST_CASE("token_loss: the oracle of group parity loses ln 2 (1 - 1/G), on every board") {
  auto const found = loss_of_oracle(regula::group_parity<12, 4>{}, 300);
  CHECK(found.mean == doctest::Approx(std::numbers::ln2 * 0.75).epsilon(1e-12));
  CHECK(found.standard_error < 1e-12);
  for (std::size_t j = 0; j < 12; ++j)
    CHECK(std::abs(found.by_cell[j] - (j % 4 == 3 ? 0 : std::numbers::ln2)) < 1e-12);
}

TEST_CASE("token_loss: the floors of the reference file, within four standard errors") {
  auto const check = [](std::string const& name, auto const& rule) {
    CAPTURE(name);
    auto const found   = loss_of_oracle(rule, 500);
    auto const& floors = regula::test::golden_oracle("population", name).at("floors");
    // Where all boards are alike, every board costs the entropy.
    CHECK(std::abs(found.mean - floors.at("next_token_mean").template get<double>()) <=
          4 * found.standard_error + 1e-12);
  };
  check("exact_k_10_3", regula::exact_k<10, 3>{});
  check("global_k_3_4_1-2", regula::global_k<3, 4, 1, 2>{});
  check("k_parity_8_1-4-6", regula::k_parity<8, 3>{{1, 4, 6}});
}

TEST_CASE("token_loss: boards of another length are refused") {
  oracle_causal_view view{population{regula::group_parity<12, 4>{}}};
  CHECK_THROWS_WITH_AS((void)token_loss(view, std::vector<token>(13, 0), {{3, 4}, 1, 2}),
                       "token_loss: expected boards of 12 cells, at least one, got 13 cells",
                       regula::shape_error);
  CHECK_THROWS_WITH_AS((void)token_loss(view, std::vector<token>(12, 2), {{3, 4}, 1, 2}),
                       "token_loss: expected symbols below 2, got 2 in cell 0 of board 0",
                       regula::range_error);
}

}  // namespace
