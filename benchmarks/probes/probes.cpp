// SPDX-License-Identifier: MIT
// Times what probes do on one core. One JSON line a number: what, the best of several rounds, its unit, and what it
// shall reach ("at_most"), where something is asked for.
#include <regula/core.hpp>
#include <regula/data/nearest.hpp>
#include <regula/probes/clause_memorization.hpp>
#include <regula/probes/innovation.hpp>
#include <regula/probes/sample_states.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace rg = regula;

namespace {

/// The smallest time of `rounds` calls in seconds.
template <class Work>
double smallest_seconds(int rounds, Work const& work) {
  using clock = std::chrono::steady_clock;
  double best = 1e300;
  for (int i = 0; i < rounds; ++i) {
    auto const before = clock::now();
    work();
    best = std::min(best, std::chrono::duration<double>(clock::now() - before).count());
  }
  return best;
}

void report(std::string const& what, double seconds, std::string const& bound = "") {
  fmt::print(R"({{"what": "{}", "value": {:.4g}, "unit": "s"{}}})"
             "\n",
             what,
             seconds,
             bound);
}

/// The nearest of 65,536 training boards for 2,048 samples, the search being built anew as a probe does.
template <rg::Rule R>
void time_nearest(std::string const& what, std::string const& bound = "") {
  auto const boards  = rg::draw_control<R>(65'536, 1);
  auto const samples = rg::draw_control<R>(2'048, 2);
  std::size_t sum = 0, rounds = 0;
  double const seconds = smallest_seconds(5, [&] {
    for (auto const& found : rg::nearest_boards<R::cell_count>{boards, R::alphabet}(samples))
      sum += found.distance;
    ++rounds;
  });
  if (sum == 0) fmt::print("no sample is away from a board\n");
  report(fmt::format("nearest of 65,536 boards for 2,048 samples, {}", what), seconds, bound);
}

/// One measurement of a probe on 2,048 samples, a quarter of them copies of one of 65,536 training boards.
template <rg::Rule R, rg::Probe P>
void time_probe(R const& rule, rg::data_split<R::cell_count> const& data, P const& probe) {
  auto samples = rg::draw_control<R>(1'536, 2);
  for (std::size_t i = 0; i < 512; ++i)
    samples.push_back(data.training[i]);
  struct {
  } const no_model;
  rg::evaluation<R, decltype(no_model)> const e{rule, 0, data, samples, {}, no_model, {0, rg::purpose::probe}};
  std::vector<typename P::result> results;
  double const seconds = smallest_seconds(5, [&] { results.push_back(probe.measure(e)); });
  report(fmt::format("{} of 2,048 samples, 65,536 training boards of {}", P::name, rg::describe(rule).text()), seconds);
}

template <rg::Rule R>
void time_probes(R const& rule) {
  auto const data = rg::draw_split(rule, {65'536}, 1);
  time_probe(rule, data, rg::rule_accuracy{});
  time_probe(rule, data, rg::memorization{});
  time_probe(rule, data, rg::clause_memorization{});
  time_probe(rule, data, rg::innovation{});
  time_probe(rule, data, rg::sample_states{});
}

}  // namespace

int main() {
  time_nearest<rg::group_parity<36, 3>>("36 bits", R"(, "at_most": 0.25)");
  time_nearest<rg::latin_square<6>>("36 cells of 6 symbols");
  time_probes(rg::group_parity<36, 3>{});
  time_probes(rg::group_parity<36, 18>{});
  time_probes(rg::latin_square<6>{});
}
