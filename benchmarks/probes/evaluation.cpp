// SPDX-License-Identifier: MIT
// What a full evaluation costs beside a training step: group parity of 36 bits, G = 3, 4,096 training boards, a DiT
// 64x3 in batches of 256 on one core. One JSON line a number: what, its value and unit, how many training steps that
// is, and of a run of a million steps under the published schedule (or a shorter one, scaled) the share that it takes.
// Argument: seconds for the timing of steps; 10 unless given.
#include <regula/core.hpp>
#include <regula/native.hpp>
#include <regula/probes/basin_profile.hpp>
#include <regula/probes/denoising_error.hpp>
#include <regula/probes/innovation.hpp>
#include <regula/probes/sample_states.hpp>
#include <regula/probes/vector_field.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

namespace rg = regula;

namespace {

using rule_type = rg::group_parity<36, 3>;

template <class Work>
double seconds_of(Work const& work) {
  using clock       = std::chrono::steady_clock;
  auto const before = clock::now();
  work();
  return std::chrono::duration<double>(clock::now() - before).count();
}

/// Prints lines; knows what a step costs and how often the schedule evaluates.
struct report {
  double step;
  double evaluations_a_step;

  void operator()(std::string const& what, double seconds, std::string const& bound = "") const {
    double const extra = evaluations_a_step * seconds / step;  // a training step's worth, for each step
    fmt::print(R"({{"what": "{}", "value": {:.4g}, "unit": "s", "steps": {:.3g}, "share_of_run": {:.3g}{}}})"
               "\n",
               what,
               seconds,
               seconds / step,
               extra / (1 + extra),
               bound);
  }
};

/// The fastest of three measurements.
template <rg::Probe P, class Evaluation>
double time_probe(P const& probe, Evaluation const& e, int rounds = 3) {
  double best = std::numeric_limits<double>::infinity();
  std::vector<typename P::result> results;
  for (int i = 0; i < rounds; ++i)
    best = std::min(best, seconds_of([&] { results.push_back(probe.measure(e)); }));
  return best;
}

}  // namespace

int main(int count, char** arguments) {
  double const budget = count > 1 ? std::atof(arguments[1]) : 10;
  rule_type const rule;
  auto const plan = rg::compose(rule, rg::dit<rg::size{.width = 64, .depth = 3, .heads = 4}>{}, rg::denoising{});
  rg::settings how{.train_size = 4'096, .held_out_size = 4'096, .steps = 1'000'000, .batch = 256};
  how.evaluation.schedule = {};
  auto run                = rg::train(plan, how, rg::native{.threads = 1});

  double step = std::numeric_limits<double>::infinity(), spent = 0;
  auto at = run.begin();
  for (int i = 0; i < 3 || spent < budget; ++i) {
    double const seconds = seconds_of([&] { ++at; });
    step                 = std::min(step, seconds);
    spent += seconds;
  }
  auto const published = rg::evaluation_schedule::paper().steps_to(1'000'000).size();
  report const print{step, static_cast<double>(published) / 1e6};
  print("training step", step);

  auto const view = run.model(rg::weights_kind::raw);
  rg::data_shape const shape{rg::board_of<rule_type>(), 1, 2};
  constexpr std::size_t drawn = 2'048, some = 128;
  double const sampling = seconds_of([&] {
    static_cast<void>(
        rg::draw_samples<36>({}, plan.objective, view, some, shape, rg::stream_family{1, rg::purpose::sampler}));
  });
  print("drawing 2,048 samples, by 128 of them", sampling * drawn / some);

  // A network that is not trained decodes nothing: boards, a quarter of them copies, are what probes are to see.
  auto samples = rg::draw_control<rule_type>(drawn - drawn / 4, 2);
  for (std::size_t i = 0; i < drawn / 4; ++i)
    samples.push_back(run.data().training[i]);
  std::vector<float> values;
  for (rg::token const v : samples.tokens())
    values.push_back(v == 1 ? 1.0F : -1.0F);
  rg::evaluation<rule_type, std::remove_const_t<decltype(view)>> const e{
      rule, 0, run.data(), samples, values, view, {1, rg::purpose::probe}};
  double all      = 0;
  auto const time = [&](auto const& probe) {
    double const seconds = time_probe(probe, e);
    all += seconds;
    print(std::string{std::remove_cvref_t<decltype(probe)>::name}, seconds);
  };
  time(rg::rule_accuracy{});
  time(rg::memorization{});
  time(rg::innovation{});
  time(rg::sample_states{.by = rg::judging::signs});
  print("all probes of the two clocks, samples drawn", all, R"(, "share_at_most": 0.03)");

  // Probes of the model are for a few points of a run, 40 in the source.
  report const seldom{step, 40 / 1e6};
  seldom("denoising_error, 40 times, by 2 of 50 scales",
         25 * time_probe(rg::denoising_error{.scales = 2, .sigma_min = 0.2, .sigma_max = 2}, e, 1));
  seldom("vector_field, 40 times", time_probe(rg::vector_field{}, e, 1));
  seldom("basin_profile, 40 times", time_probe(rg::basin_profile{}, e, 1));
}
