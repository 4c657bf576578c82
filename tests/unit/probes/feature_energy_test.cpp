// SPDX-License-Identifier: MIT
#include <regula/models/one_layer_transformer.hpp>
#include <regula/models/uniform_attention_mlp.hpp>
#include <regula/native.hpp>
#include <regula/probes/effective_loss.hpp>
#include <regula/probes/feature_energy.hpp>
#include <regula/probes/mask_regimes.hpp>
#include <regula/rules/all.hpp>
#include <regula/runs/json.hpp>
#include <regula/testing/laws.hpp>

#include "support/reduced_nets.hpp"
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace {

using namespace regula;
using test::drawn_net;
using test::exact_energy;
using test::for_each_masked;
using test::small_parity;

TEST_CASE("feature_energy: drawn masks, against the sum over all of them") {
  reduced_features const net{drawn_net(40, 6)};
  board_set<5> boards;
  for_each_masked([&](auto const& board, auto const& visible, double, double) {
    if (board == visible) boards.push_back(board);
  });
  REQUIRE(boards.size() == 16);
  // t = 1/4 for every mask, the masks of 8 independent groups: their mean and its standard error.
  squared_parity const objective{.t = {0.25, 0.25}};
  double mean = 0, squares = 0;
  int const groups = 8;
  for (std::uint64_t group = 0; group < groups; ++group) {
    auto const found = energy_of(net, small_parity, boards.tokens(), objective, 1024, {group, purpose::test});
    CHECK(found.masks == 16 * 1024);
    mean += found.energy / groups;
    squares += found.energy * found.energy / groups;
  }
  double const error = std::sqrt((squares - mean * mean) / (groups - 1));
  // Least squares of 40 units fit a little of the noise of 16,384 masks, too.
  double const exact = exact_energy(net).energy;
  CHECK(std::abs(mean - exact) < 4 * error + 0.01 * exact);
  CHECK(energy_of(net, small_parity, boards.tokens(), objective, 1, {3, purpose::test}).energy ==
        energy_of(net, small_parity, boards.tokens(), objective, 1, {3, purpose::test}).energy);
}

/// A model of which nothing is known but its tensors.
struct known_weights {
  named_tensors all;
  [[nodiscard]] named_tensors weights() const { return all; }
};
static_assert(Probe<feature_energy> && Measures<feature_energy, k_parity<4, 2>, known_weights>);
static_assert(!Measures<feature_energy, k_parity<4, 2>, int>);

TEST_CASE("feature_energy: of the first training boards, from the model's tensors") {
  auto const data = draw_split(small_parity, {12}, 3);
  board_set<5> const none;
  known_weights const view{drawn_net(4, 2)};
  evaluation<k_parity<4, 2>, known_weights> const e{small_parity, 7, data, none, {}, view, {1, purpose::probe, 7}};
  feature_energy const probe{.objective = {.t = {0.1, 0.5}}, .boards = 8, .masks = 32};
  auto const found = probe.measure(e);
  CHECK(found.masks == 256);
  CHECK(found.units == 4);
  auto const same = energy_of(reduced_features{view.all},
                              small_parity,
                              data.training.tokens().first(40),
                              probe.objective,
                              32,
                              {1, purpose::probe, 7});
  CHECK(found.energy == same.energy);
  CHECK(found.energy > 0);
  CHECK(found.energy < found.ceiling);
  CHECK(laws::probe(probe, small_parity, {}, view).empty());
}

/// A short run of the model with the probe: its number at every evaluation is that of the run's weights.
template <class Model>
void check_in_run(bool mean) {
  feature_energy const probe{.objective = {.t = {0.1, 0.5}}, .mean = mean, .boards = 16, .masks = 16};
  auto const plan = compose(small_parity, Model{}, squared_parity{.t = {0.1, 0.5}}, probe);
  auto run        = train(plan,
                          {.train_size = 16, .steps = 3, .batch = 8, .evaluation = {.schedule = {{{0, 9, 1}}}}},
                   native{.threads = 1});
  int evaluations = 0;
  for (auto const& step : run) {
    if (!step.evaluated()) continue;
    ++evaluations;
    auto const& found   = step.template value<feature_energy>();
    auto const expected = energy_of(reduced_features{run.weights(), mean},
                                    small_parity,
                                    run.data().training.tokens(),
                                    probe.objective,
                                    16,
                                    {settings{}.seed, purpose::probe, step.index});
    CHECK(found.energy == expected.energy);
    CHECK(found.rank == expected.rank);
  }
  CHECK(evaluations >= 3);
}

TEST_CASE("feature_energy: along runs of both reduced networks") {
  check_in_run<uniform_attention_mlp<reduced{.hidden = 8, .mean = true, .bias = true}>>(true);
  check_in_run<one_layer_transformer<reduced{.hidden = 8}>>(false);
}

TEST_CASE("feature_energy: beside the other probes of masks it leaves a run alone") {
  squared_parity const objective{.t = {0.1, 0.5}};
  auto const plan = compose(small_parity,
                            uniform_attention_mlp<reduced{.hidden = 8}>{},
                            objective,
                            mask_regimes{objective, 64},
                            effective_loss<squared_parity>{.objective = objective, .boards = 4});
  settings const how{.train_size = 12, .held_out_size = 4, .steps = 4, .batch = 8};
  CHECK(laws::probe_in_run(feature_energy{.objective = objective}, plan, how, native{.threads = 1}).empty());
  auto run         = train(plan, how, native{.threads = 1});
  auto const first = *run.begin();
  REQUIRE(first.evaluated());
  CHECK(first.value<mask_regimes<squared_parity>>().signal.total == 64);
  auto const& losses = first.value<effective_loss<squared_parity>>();
  CHECK(losses.training.total.count == 4);
  CHECK(losses.held_out.total.count == 4);
  CHECK(std::abs(losses.held_out.position.mean) < 1e-6);  // one number for all cells, in single precision
}

TEST_CASE("feature_energy: networks of other boards, and nothing to sum, are refused") {
  reduced_features const net{drawn_net(2, 1)};
  CHECK_THROWS_WITH_AS((void)energy_of(net, k_parity<6, 2>{{0, 2}}, {}, {}, 1, {1, purpose::test}),
                       "energy_of: expected a network of 7 cells, got 5",
                       shape_error);
  CHECK_THROWS_AS((void)energy_of(net, small_parity, {}, {}, 1, {1, purpose::test}), range_error);
  CHECK(text_of(to_json(energy_estimate{0.5, 1, 2, 3, 4})) ==
        R"({"energy":0.5,"ceiling":1.0,"rank":2,"units":3,"masks":4})");
}

}  // namespace
