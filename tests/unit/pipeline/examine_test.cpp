// SPDX-License-Identifier: MIT
#include <regula/objectives/denoising.hpp>
#include <regula/objectives/masked_diffusion.hpp>
#include <regula/objectives/next_token.hpp>
#include <regula/objectives/scalar.hpp>
#include <regula/objectives/uniform_diffusion.hpp>
#include <regula/oracles/empirical.hpp>
#include <regula/oracles/independent.hpp>
#include <regula/oracles/population.hpp>
#include <regula/pipeline/examine.hpp>
#include <regula/probes/memorization.hpp>
#include <regula/probes/rule_accuracy.hpp>
#include <regula/rules/all.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <tuple>

namespace {

using namespace regula;

evaluation_settings const usual{.samples = 512};

/// True if a share of independent samples agrees with what is expected within 4 standard errors.
bool agrees(rate const& r, double expected) {
  return std::abs(r.share() - expected) <= 4 * std::sqrt(expected * (1 - expected) / static_cast<double>(r.total));
}

template <Objective O, Rule R>
void check_learner(O const& objective, R const& rule, std::size_t train_size, evaluation_settings const& how = usual) {
  INFO(describe(rule).text());
  auto const data = draw_split(rule, {train_size}, 5);
  auto const [obeyed, copied] =
      examine(rule, objective, population{rule}, data, how, 6, rule_accuracy{}, memorization{});
  CHECK(obeyed.valid.share() == 1);
  CHECK(obeyed.undecodable.count == 0);
  CHECK(agrees(copied.copied, rule.population().share_of(train_size)));
}

TEST_CASE("examine: the population oracle obeys the rule always, and copies by chance only") {
  check_learner(denoising{}, group_parity<36, 2>{}, 65'536);  // a quarter of all boards
  check_learner(denoising{}, group_parity<36, 3>{}, 4096);
  check_learner(denoising{}, group_parity<36, 4>{}, 4096);
  check_learner(denoising{}, group_parity<36, 6>{}, 4096);
  check_learner(denoising{}, exact_k<36, 3>{}, 2048);  // 29 % of all boards
  check_learner(denoising{}, row_k<6, 6, 2>{}, 4096);
  check_learner(denoising{}, k_parity<12, 4>{{0, 3, 5, 11}}, 1024);  // a quarter
  check_learner(denoising<scalar>{}, latin_square<4>{}, 144);        // a quarter
}

template <Objective O, Rule R>
void check_copyist(O const& objective, R const& rule, evaluation_settings const& how = usual) {
  INFO(describe(rule).text());
  auto const data = draw_split(rule, {64}, 5);
  auto const [obeyed, copied] =
      examine(rule, objective, empirical_of(rule, data.training), data, how, 6, rule_accuracy{}, memorization{});
  CHECK(copied.copied.share() == 1);
  CHECK(obeyed.valid.share() == 1);
}

TEST_CASE("examine: the empirical oracle copies always") {
  check_copyist(denoising{}, group_parity<36, 2>{});
  check_copyist(denoising{}, group_parity<36, 3>{});
  check_copyist(denoising{}, group_parity<36, 4>{});
  check_copyist(denoising{}, group_parity<36, 6>{});
  check_copyist(denoising{}, exact_k<36, 3>{});
  check_copyist(denoising{}, row_k<6, 6, 2>{});
  check_copyist(denoising{}, k_parity<12, 4>{{0, 3, 5, 11}});
  check_copyist(denoising<scalar>{}, latin_square<4>{});
}

template <Objective O, Rule R>
void check_guesser(O const& objective, R const& rule, double by_chance, evaluation_settings const& how = usual) {
  INFO(describe(rule).text());
  auto const data     = draw_split(rule, {16}, 5);
  auto const [obeyed] = examine(rule, objective, independent_of(population{rule}), data, how, 6, rule_accuracy{});
  CHECK(agrees(obeyed.valid, by_chance));
  CHECK(obeyed.undecodable.count == 0);
}

TEST_CASE("examine: the independent oracle obeys the rule by chance") {
  check_guesser(denoising{}, group_parity<36, 2>{}, std::exp2(-18));
  check_guesser(denoising{}, group_parity<36, 3>{}, std::exp2(-12));
  check_guesser(denoising{}, group_parity<36, 4>{}, std::exp2(-9));
  check_guesser(denoising{}, group_parity<36, 6>{}, std::exp2(-6));
  check_guesser(denoising{}, group_parity<36, 36>{}, 0.5);
  check_guesser(denoising{}, exact_k<36, 3>{}, 7140 * std::pow(1.0 / 12, 3) * std::pow(11.0 / 12, 33));
  check_guesser(denoising{}, row_k<6, 6, 2>{}, std::pow(15 * std::pow(1.0 / 3, 2) * std::pow(2.0 / 3, 4), 6));
  check_guesser(denoising{}, k_parity<12, 4>{{0, 3, 5, 11}}, 0.5);
  check_guesser(denoising<scalar>{}, latin_square<4>{}, 576 * std::pow(4, -16.0));
}

/// A greedy end: cells that change together in the last step do not know of each other, and could break the rule.
evaluation_settings const greedily{.samples = 128, .sampler = reverse{.levels = 400, .last = noise_removal::greedy}};

TEST_CASE("examine: oracles through the samplers of symbols are what they are through Heun's") {
  group_parity<12, 3> const parity;
  exact_k<12, 3> const count;  // 220 boards
  check_learner(next_token{}, parity, 64);
  check_learner(next_token{}, count, 55);
  check_learner(masked_diffusion{}, parity, 64);
  check_learner(masked_diffusion{}, count, 55, {.samples = 512, .sampler = unmask{.order = reveal_order::confidence}});
  check_learner(uniform_diffusion{}, parity, 64, greedily);

  check_copyist(next_token{}, parity);
  check_copyist(masked_diffusion{}, parity);
  check_copyist(masked_diffusion{}, latin_square<4>{});

  check_guesser(next_token{}, parity, std::exp2(-4));
  check_guesser(masked_diffusion{}, parity, std::exp2(-4));
  check_guesser(uniform_diffusion{}, parity, std::exp2(-4), greedily);
}

TEST_CASE("examine: the same noise as a run of the seed, whatever probes look at it") {
  group_parity<12, 3> const rule;
  auto const data  = draw_split(rule, {64}, 5);
  auto const alone = examine(rule, denoising{}, population{rule}, data, usual, 6, memorization{});
  auto const both_probes =
      examine(rule, denoising{}, population{rule}, data, usual, 6, rule_accuracy{}, memorization{});
  CHECK(std::get<0>(alone).copied == std::get<1>(both_probes).copied);
  auto const other_seed = examine(rule, denoising{}, population{rule}, data, usual, 7, memorization{});
  CHECK(std::get<0>(alone).copied.count != std::get<0>(other_seed).copied.count);
}

}  // namespace
