// SPDX-License-Identifier: MIT
#include <regula/native.hpp>
#include <regula/probes/bits_per_cell.hpp>
#include <regula/probes/conditional_entropy.hpp>
#include <regula/probes/entropy_gap.hpp>
#include <regula/probes/fixed_point.hpp>
#include <regula/probes/pattern_memory.hpp>
#include <regula/probes/recovery.hpp>
#include <regula/runs/json.hpp>

#include <doctest/doctest.h>

#include <type_traits>
#include <vector>

namespace {

using namespace regula;

using rule_type = group_parity<12, 3>;

settings short_run() {
  settings s{.train_size = 8, .held_out_size = 8, .steps = 6, .batch = 4, .seed = 3};
  s.evaluation.schedule = evaluation_schedule::every(3);
  s.evaluation.samples  = 4;
  return s;
}

/// Trains a model with all probes of symbols and without: the run has to be the same to the bit, and a probe of the
/// finished model gives what it gave in training.
template <class Model, class O>
void check_run(Model const& model, O const& objective) {
  recovery const restored{.times = {0.25, 1}, .boards = 4, .redrawn = reverse{.levels = 5}};
  fixed_point const held{.boards = 4, .sampler = {.levels = 20, .choose = cell_choice::argmax}};
  auto with    = train(compose(rule_type{},
                            model,
                            objective,
                            restored,
                            held,
                            conditional_entropy{},
                            entropy_gap{.bins = 5},
                            bits_per_cell{.boards = 4},
                            pattern_memory{.training = {.steps = 5}, .search = {.grid = 4}}),
                    short_run(),
                    native{});
  auto without = train(compose(rule_type{}, model, objective), short_run(), native{});
  std::vector<double> losses, same;
  json last;
  for (auto const& step : with) {
    losses.push_back(step.loss);
    if (step.evaluated()) last = to_json(step.template value<recovery>());
  }
  for (auto const& step : without)
    same.push_back(step.loss);
  CHECK(losses == same);
  auto const weights = with.weights(), others = without.weights();
  for (auto const& [name, values] : weights)
    CHECK(values == others.at(name));
  rule_type const rule;
  auto const view = with.model();
  board_set<12> const none;
  evaluation<rule_type, std::remove_const_t<decltype(view)>> const at_end{
      rule, 6, with.data(), none, {}, view, {3, purpose::probe, 6}};
  CHECK(to_json(restored.measure(at_end)) == last);
  CHECK(last.at("times").at("t=0.25").at("training").at("score").at("exact").at("total") == 4);
}

TEST_CASE("probes of symbols leave a run of redrawn cells alone, and give the same of the finished model") {
  check_run(uddm<size{.width = 8, .depth = 1, .heads = 2, .condition = 8}>{}, uniform_diffusion{});
}

TEST_CASE("probes of symbols leave a run of hidden cells alone, and give the same of the finished model") {
  check_run(gpt<size{.width = 8, .depth = 1, .heads = 2, .attends = attention::bidirectional}>{}, masked_diffusion<>{});
}

}  // namespace
