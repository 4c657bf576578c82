// SPDX-License-Identifier: MIT
// A small GPT learns a parity rule symbol by symbol: when does it know the rule, when does it begin to copy?
//
//   06_gpt_two_clocks                     both clocks, in less than two minutes on two cores
//   06_gpt_two_clocks --train-size 1024   more boards: the rule as soon, the copies later
//
// ctest: --steps 40 --samples 16 --quiet --out {out}
#include <regula/native.hpp>
#include <regula/runs/figure.hpp>
#include <regula/runs/record.hpp>

#include "support/clock_table.hpp"
#include "support/program.hpp"
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

namespace rg = regula;

namespace {

struct options : example::common_options {
  std::size_t train_size = 256;
  std::uint64_t steps    = 3200;
  std::size_t batch      = 64;
  std::size_t samples    = 1024;
  std::size_t looks      = 40;
  double temperature     = 1;
};

void train_and_record(options const& o, std::string const& command) {
  auto const plan = rg::compose(rg::group_parity<24, 3>{},
                                rg::gpt<rg::size{.width = 64, .depth = 3, .heads = 4}>{},
                                rg::next_token{},
                                rg::rule_accuracy{},
                                rg::memorization{});
  rg::settings s{.train_size = o.train_size, .steps = o.steps, .batch = o.batch, .seed = o.seed};
  s.evaluation = {.schedule = example::schedule_of(o.steps, o.looks),
                  .samples  = o.samples,
                  .sampler  = rg::ancestral{.temperature = o.temperature}};

  auto run       = rg::train(plan, s, rg::native{.threads = o.threads});
  auto recording = rg::record(run, o.out, {{"command", command}});
  if (!o.is_quiet) example::show(rg::plan_text(plan) + '\n');
  example::progress progress{run.settings(), o.is_quiet};
  for (auto const& step : recording) {
    progress.see(step);
    if (example::interrupted()) break;
  }
  progress.end();
  recording.close();
}

void report(options const& o) {
  auto const figure = rg::write_figure(o.out);
  if (example::interrupted()) example::show("ended early; everything up to here is recorded\n");
  example::show(example::clock_table(o.out) + "results in " + o.out +
                (figure.drawn ? ", picture in figure.svg\n" : "\n"));
  if (!figure.drawn) fmt::print(stderr, "{}\n", figure.reason);
}

}  // namespace

int main(int argc, char** argv) {
  options o;
  o.out = "gpt_two_clocks";
  CLI::App app{"When does a GPT learn a parity rule, and when does it begin to copy?"};
  using example::add_option, example::whole_number;
  add_option(app, "--train-size", o.train_size, "distinct training boards (N)", whole_number(1, 10'000'000));
  add_option(app, "--steps", o.steps, "optimizer steps", whole_number(1, 1'000'000'000'000));
  add_option(app, "--batch", o.batch, "training boards a step", whole_number(1, 1'000'000));
  add_option(app, "--samples", o.samples, "boards drawn at an evaluation", whole_number(1, 10'000'000));
  add_option(app, "--evaluations", o.looks, "evaluations of the run, about", whole_number(1, 1'000'000));
  app.add_option("--temperature", o.temperature, "of the sampler; 0 takes the most probable symbol")
      ->capture_default_str();
  example::add_common(app, o);
  return example::run_program(argc, argv, app, o, [&](std::string const& command) {
    train_and_record(o, command);
    report(o);
  });
}
