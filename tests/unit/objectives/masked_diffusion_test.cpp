// SPDX-License-Identifier: MIT
#include <regula/objectives/masked_diffusion.hpp>
#include <regula/oracles/population.hpp>
#include <regula/oracles/symbol_views.hpp>
#include <regula/rules/all.hpp>

#include "support/golden_masked.hpp"
#include "support/golden_oracles.hpp"
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace {

using regula::fixed_t;
using regula::mask_normalizer;
using regula::mask_weight;
using regula::masked_diffusion;
using regula::no_token;
using regula::stream_family;
using regula::t_window;
using regula::token;
using regula_test::symbol_step;

TEST_CASE_TEMPLATE("masked_diffusion: the loss of the reference steps and its derivative", Real, float, double) {
  for (std::string const name : {"bidirectional_masked", "uddm_masked"}) {
    CAPTURE(name);
    symbol_step const step{name};
    step.check_loss<Real>(masked_diffusion<>{}, step.corruption);
  }
}

TEST_CASE_TEMPLATE("masked_diffusion: weights and normalizers of the reference file", Real, float, double) {
  symbol_step const step{"bidirectional_masked"};
  auto const file = regula::read_safetensors(std::string{REGULA_GOLDEN_DIR} + "/masked_schedules.safetensors");
  for (auto const& [normalizer, of] : {std::pair{mask_normalizer::cells, "cells"},
                                       std::pair{mask_normalizer::hidden, "hidden"},
                                       std::pair{mask_normalizer::none, "none"}})
    for (auto const& [weight, by] :
         {std::pair{mask_weight::inverse_t, "inverse_t"}, std::pair{mask_weight::none, "none"}}) {
      std::string const name = std::string{"loss/"} + of + '/' + by;
      CAPTURE(name);
      step.check_losses<Real>(masked_diffusion<>{.weight = weight, .normalizer = normalizer},
                              step.corruption,
                              file.at(name).values<double>());
    }
}

TEST_CASE("masked_diffusion: the network reads visible cells, and visible cells have no gradient") {
  symbol_step const step{"bidirectional_masked"};
  std::size_t const cells = step.clean.shape.cells(), symbols = step.clean.shape.alphabet;
  auto const mask = step.file.at("batch/corrupted").values<std::int64_t>();
  for (std::size_t i = 0; i < step.clean.size; ++i) {
    std::vector<token> read(cells);
    regula::sample_input<float> input{read, {}};
    masked_diffusion<>{}.read(step.clean, step.corruption, i, input);
    auto const output = step.output_of<double>(i);
    std::vector<double> gradient(output.size(), 7.0);
    (void)masked_diffusion<>{}.loss<double>(output, step.clean, step.corruption, i, gradient);
    for (std::size_t j = 0; j < cells; ++j) {
      auto const stored = static_cast<std::size_t>(mask[i * cells + j]);
      CHECK(read[j] == (stored == symbols ? no_token : static_cast<token>(stored)));
      double size = 0, sum = 0;
      for (std::size_t v = 0; v < symbols; ++v) {
        size += std::abs(gradient[j * symbols + v]);
        sum += gradient[j * symbols + v];
      }
      CHECK(std::abs(sum) < 1e-12);  // a softmax ignores a shift
      CHECK((size > 0) == (read[j] == no_token));
    }
  }
}

TEST_CASE("masked_diffusion: logits of any size keep the loss finite, and excluded symbols cost nothing elsewhere") {
  regula::batch const clean{{{1, 2}, 1, 3}, 1, {0, 2}, {}};
  regula::masked_corruption const hidden{{1.0}, {no_token, no_token}};
  double const inf = std::numeric_limits<double>::infinity();
  std::vector<double> const output{1e4, -1e4, 0, -inf, std::log(0.75), std::log(0.25)};
  std::vector<double> gradient(6);
  double const loss = masked_diffusion<>{}.loss<double>(output, clean, hidden, 0, gradient);
  CHECK(loss == doctest::Approx(std::log(4.0) / 2).epsilon(1e-14));
  CHECK(gradient[3] == 0);
  CHECK(gradient[4] == doctest::Approx(0.375));
  CHECK(gradient[5] == doctest::Approx(-0.375));
}

TEST_CASE("masked_diffusion: a window from 0 draws no t below its floor, and its largest weight is recorded") {
  regula::batch clean{{{1, 9}, 1, 2}, 512, std::vector<token>(512 * 9, 1), {}};
  stream_family const streams{1, regula::purpose::test};
  for (double const floor : {1e-3, 0.02}) {
    masked_diffusion<> const o{.t = {0, 0.3}, .floor = floor};
    auto const c = regula::corrupt(o, clean, streams);
    CHECK(std::ranges::min(c.t) >= floor);
    CHECK(std::ranges::max(c.t) <= 0.3);
    regula::masked_tally sum;
    o.count(clean, c, sum);
    CHECK(sum.largest_weight == 1 / std::ranges::min(c.t));
    CHECK(sum.largest_weight <= 1 / floor);
    CHECK(sum.largest_weight > 0.5 / floor);  // 512 strata of width 0.0006
    // 4,608 cells, t uniform on [floor, 0.3].
    double const share = (floor + 0.3) / 2;
    CHECK(std::abs(sum.mask_share() - share) < 4 * std::sqrt(share * (1 - share) / 4608));
  }
  masked_diffusion<> const plain{.t = {0, 0.3}, .weight = mask_weight::none};
  auto const c = regula::corrupt(plain, clean, streams);
  CHECK(std::ranges::min(c.t) < 1e-3);  // there is no weight to bound
  regula::masked_tally sum;
  plain.count(clean, c, sum);
  CHECK(sum.largest_weight == 1);
}

TEST_CASE("masked_diffusion: the corruption of a sample depends on its own stream only") {
  masked_diffusion<> const o{.draw = regula::t_draw::independent};
  regula::batch const clean{{{1, 5}, 1, 2}, 8, std::vector<token>(40, 1), {}};
  regula::batch const fewer{{{1, 5}, 1, 2}, 3, std::vector<token>(15, 1), {}};
  stream_family const streams{5, regula::purpose::corruption, 17};
  auto const all = regula::corrupt(o, clean, streams), some = regula::corrupt(o, fewer, streams);
  CHECK(std::equal(some.t.begin(), some.t.end(), all.t.begin()));
  CHECK(std::equal(some.visible.begin(), some.visible.end(), all.visible.begin()));
  CHECK(regula::corrupt(o, clean, {5, regula::purpose::corruption, 18}).t != all.t);
}

/// The objective's mean loss with an oracle in place of the network is the oracle's floor for that range of t.
template <regula::Rule R, class Law>
void check_floor(std::string const& name, R const& rule, Law law, double lo, double hi, std::size_t samples) {
  CAPTURE(name);
  CAPTURE(lo);
  CAPTURE(hi);
  constexpr std::size_t cells = R::cell_count, each = cells * R::alphabet;
  auto const oracle = regula::oracle_masked_view{regula::population{rule}};
  regula::batch clean{{regula::board_of<R>(), 1, R::alphabet}, samples, std::vector<token>(samples * cells), {}};
  for (std::size_t i = 0; i < samples; ++i) {
    regula::stream rng{11, regula::purpose::test, 0, i};
    rule.draw(rng, regula::cells_out<cells>{clean.boards.data() + i * cells, cells});
  }
  for (auto const weight : {mask_weight::inverse_t, mask_weight::none}) {
    masked_diffusion<Law> const o{.t = law, .weight = weight, .draw = regula::t_draw::independent, .floor = 1e-6};
    auto const c = regula::corrupt(o, clean, {12, regula::purpose::test});
    std::vector<double> output(samples * each), gradient(each);
    oracle(c.visible, output);
    double sum = 0, squares = 0;
    for (std::size_t i = 0; i < samples; ++i) {
      auto const row    = std::span<double const>{output}.subspan(i * each, each);
      double const loss = o.template loss<double>(row, clean, c, i, gradient);
      sum += loss / static_cast<double>(samples);
      squares += loss * loss / static_cast<double>(samples);
    }
    double const error = std::sqrt((squares - sum * sum) / static_cast<double>(samples));
    bool found         = false;
    for (nlohmann::json const& floor : regula::test::golden_oracle("population", name).at("floors").at("masked"))
      if (floor["window"][0].get<double>() == lo && floor["window"][1].get<double>() == hi) {
        found = true;
        double const exact =
            floor[weight == mask_weight::none ? "weight_none" : "weight_one_over_t"].template get<double>();
        CHECK(std::abs(sum - exact) < 4 * error);
        CHECK(error < 0.05);
      }
    CHECK(found);
  }
}

TEST_CASE(
    "masked_diffusion: with the rule's oracle the loss is the floor of the reference file, for every range of t") {
  regula::group_parity<12, 3> const parity;
  for (auto const& [lo, hi] : {std::pair{0.0, 1.0}, {0.0, 0.2}, {0.45, 0.55}, {0.2, 1.0}, {0.9, 1.0}})
    check_floor("group_parity_12_3", parity, t_window{lo, hi}, lo, hi, 4000);
  check_floor("group_parity_12_3", parity, fixed_t{0.25}, 0.25, 0.25, 4000);
  check_floor("exact_k_10_3", regula::exact_k<10, 3>{}, t_window{}, 0, 1, 4000);
  check_floor("k_parity_8_1-4-6", regula::k_parity<8, 3>{{1, 4, 6}}, t_window{0, 0.2}, 0, 0.2, 4000);
  check_floor("latin_square_4", regula::latin_square<4>{}, t_window{0.45, 0.55}, 0.45, 0.55, 500);
}

TEST_CASE("masked_diffusion: settings that cannot be meant are refused with the value") {
  CHECK_NOTHROW(check(masked_diffusion<>{}));
  CHECK_NOTHROW(check(masked_diffusion<>{.weight = mask_weight::none, .floor = 0}));
  CHECK_THROWS_AS(check(masked_diffusion<>{.t = {0.5, 0.4}}), regula::range_error);
  CHECK_THROWS_WITH_AS(check(masked_diffusion<>{.floor = 0}),
                       "masked_diffusion: expected a floor of t in (0, 1] with weight 1/t, got 0",
                       regula::range_error);
  CHECK_THROWS_WITH_AS(check(masked_diffusion<>{.t = {0, 0.1}, .floor = 0.2}),
                       "masked_diffusion: expected a floor of t of at most hi = 0.1, got 0.2",
                       regula::range_error);
  CHECK_THROWS_WITH_AS(check(masked_diffusion<regula::t_anneal>{.t = {{0, 1}, {0, 0.1}, 10}, .floor = 0.2}),
                       "masked_diffusion: expected a floor of t of at most hi = 0.1, got 0.2",
                       regula::range_error);
}

}  // namespace
