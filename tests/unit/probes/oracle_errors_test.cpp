// SPDX-License-Identifier: MIT
#include <regula/probes/oracle_errors.hpp>
#include <regula/rules/all.hpp>
#include <regula/runs/json.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>

namespace {

using namespace regula;

template <class R>
oracle_error_curves curves(denoising_error const& probe, R const& rule, data_split<R::cell_count> const& data) {
  board_set<R::cell_count> const none;
  oracle_denoiser const model{independent_of(empirical_of(rule, data.training)), pm1{}};
  return oracle_errors(probe,
                       evaluation<R, oracle_denoiser<independent<R::cell_count, 2>, pm1>>{
                           rule, 0, data, none, {}, model, {1, purpose::probe}});
}

TEST_CASE("oracle_errors: knowledge is never worse than marginals, memory is best on training and worst elsewhere") {
  group_parity<12, 3> const rule;
  auto const data  = draw_split(rule, {.train = 20, .held_out = 60, .control = 60}, 4);
  auto const found = curves({.scales = 5, .sigma_min = 0.3, .sigma_max = 30, .draws = 20}, rule, data);
  REQUIRE(found.population);
  REQUIRE(found.empirical);
  REQUIRE(found.independent);
  for (std::size_t s = 0; s < 5; ++s) {
    INFO("sigma = " << found.population->sigma[s]);
    CHECK(found.population->training.mean[s] <= found.independent->training.mean[s] + 1e-12);
    CHECK(found.empirical->training.mean[s] <= found.population->training.mean[s] + 1e-12);
    CHECK(found.population->held_out.mean[s] <= found.empirical->held_out.mean[s]);
  }
  // The marginals are those of the rule, even, not those of 20 boards.
  CHECK(found.independent->training.mean[4] == doctest::Approx(1).epsilon(0.01));
  CHECK(found.empirical->gap.mean[1] > 10 * found.empirical->gap.standard_error[1]);
  CHECK(to_json(found).at("population").at("bins").size() == 12);
}

/// A rule that states nothing but the minimum.
struct ends_alike {
  static constexpr std::size_t cell_count = 6;
  static constexpr token alphabet         = 2;
  constexpr bool holds(cells<6> x) const noexcept { return x[0] == x[5]; }
  constexpr void draw(auto& rng, cells_out<6> x) const {
    for (token& cell : x)
      cell = pick(rng, token{2});
    x[5] = x[0];
  }
};

TEST_CASE("oracle_errors: what a rule does not tell is left out") {
  denoising_error const probe{.scales = 2, .sigma_min = 1, .sigma_max = 2};
  auto const found = curves(probe, ends_alike{}, draw_split(ends_alike{}, {.train = 8, .held_out = 8}, 4));
  CHECK_FALSE(found.population);
  CHECK(found.empirical);
  CHECK(found.independent);  // of the training boards
}

}  // namespace
