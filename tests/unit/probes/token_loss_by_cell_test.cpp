// SPDX-License-Identifier: MIT
#include <regula/oracles/empirical.hpp>
#include <regula/oracles/independent.hpp>
#include <regula/oracles/population.hpp>
#include <regula/oracles/symbol_views.hpp>
#include <regula/probes/token_loss_by_cell.hpp>
#include <regula/rules/all.hpp>
#include <regula/runs/json.hpp>
#include <regula/testing/laws.hpp>

#include "support/golden_oracles.hpp"
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <span>

namespace {

using namespace regula;

template <class R, class View>
token_loss_by_cell::result measured(R const& rule, View const& view, split_sizes sizes, token_loss_by_cell probe = {}) {
  auto const data = draw_split(rule, sizes, 9);
  board_set<R::cell_count> const none;
  return probe.measure(evaluation<R, View>{rule, 0, data, none, {}, view, {1, purpose::probe}});
}

using parity = group_parity<12, 3>;
static_assert(Probe<token_loss_by_cell> &&
              Measures<token_loss_by_cell, parity, oracle_causal_view<population<parity>>>);
static_assert(!Measures<token_loss_by_cell, parity, oracle_masked_view<population<parity>>>);

TEST_CASE("token_loss_by_cell: who knows group parity loses its floor in every cell of every board of the rule") {
  auto const found = measured(parity{}, oracle_causal_view{population{parity{}}}, {64, 48, 40});
  CHECK(found.training.boards == 64);
  CHECK(found.held_out.boards == 48);
  CHECK(found.control.boards == 40);
  CHECK(found.floor_mean == doctest::Approx(std::numbers::ln2 * 2 / 3).epsilon(1e-12));
  REQUIRE(found.floor.size() == 12);
  for (std::size_t i = 0; i < 12; ++i) {
    double const floor = i % 3 == 2 ? 0 : std::numbers::ln2;
    CHECK(std::abs(found.floor[i] - floor) < 1e-12);
    CHECK(std::abs(found.training.mean[i] - floor) < 1e-12);
    CHECK(std::abs(found.held_out.mean[i] - floor) < 1e-12);
    CHECK(found.held_out.standard_error[i] < 1e-12);
  }
  // Half of the control boards break the first group at its last cell, which the oracle says is impossible.
  CHECK(found.control.mean[0] == doctest::Approx(std::numbers::ln2));
  CHECK(found.control.mean[2] == std::numeric_limits<double>::infinity());
}

TEST_CASE("token_loss_by_cell: the oracle of exactly k meets the floors of the reference file within standard errors") {
  exact_k<10, 3> const rule;
  auto const found   = measured(rule, oracle_causal_view{population{rule}}, {60, 60});
  auto const& floors = test::golden_oracle("population", "exact_k_10_3").at("floors");
  CHECK(found.floor_mean == doctest::Approx(floors.at("next_token_mean").get<double>()).epsilon(1e-12));
  for (std::size_t i = 0; i < 10; ++i) {
    double const floor = floors.at("next_token_per_cell")[i].get<double>();
    CHECK(std::abs(found.floor[i] - floor) < 1e-12);
    CHECK(std::abs(found.training.mean[i] - floor) <= 4 * found.training.standard_error[i] + 1e-12);
    CHECK(std::abs(found.held_out.mean[i] - floor) <= 4 * found.held_out.standard_error[i] + 1e-12);
  }
}

TEST_CASE("token_loss_by_cell: the copyist is below the floor on training boards, who sees no cells is above it") {
  auto const data   = draw_split(parity{}, {64, 48}, 9);
  auto const copied = measured(parity{}, oracle_causal_view{empirical_of(parity{}, data.training)}, {64, 48});
  double sum        = 0;
  for (double const lost : copied.training.mean)
    sum += lost;
  CHECK(sum == doctest::Approx(std::log(64.0)).epsilon(1e-12));
  CHECK(sum / 12 < copied.floor_mean);
  // A held-out board leaves the training boards in some cell; after that the copyist knows nothing.
  CHECK(std::ranges::count(copied.held_out.mean, std::numeric_limits<double>::infinity()) > 0);
  auto const blind = measured(parity{}, oracle_causal_view{independent_of(population{parity{}})}, {64, 48});
  for (std::size_t i = 0; i < 12; ++i)
    CHECK(blind.held_out.mean[i] == doctest::Approx(std::numbers::ln2).epsilon(1e-12));
}

TEST_CASE("token_loss_by_cell: the first boards of each set, empty sets, rules that list nothing") {
  auto const view = oracle_causal_view{population{parity{}}};
  auto const few  = measured(parity{}, view, {64, 0}, {.boards = 8});
  CHECK(few.training.boards == 8);
  CHECK(few.held_out.boards == 0);
  exact_k<10, 3> const rule;
  auto const some  = measured(rule, oracle_causal_view{population{rule}}, {60, 0}, {.boards = 8});
  auto const first = measured(rule, oracle_causal_view{population{rule}}, {8, 0});
  CHECK(some.training.mean == first.training.mean);
  CHECK(few.held_out.mean.empty());
  token_loss_by_cell::result const nothing;
  CHECK(std::isnan(nothing.floor_mean));
  CHECK(text_of(to_json(cell_losses{2, {0.5, 0.25}, {0.125, 0}})) ==
        R"({"boards":2,"mean":[0.5,0.25],"standard_error":[0.125,0.0]})");
}

TEST_CASE("token_loss_by_cell: keeps the laws of probes") {
  CHECK(laws::probe(token_loss_by_cell{}, parity{}, {}, oracle_causal_view{population{parity{}}}).empty());
}

}  // namespace
