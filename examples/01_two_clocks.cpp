// SPDX-License-Identifier: MIT
// A small diffusion transformer learns a parity rule: when does it know the rule, when does it begin to copy?
//
//   01_two_clocks                                      the rule clock, in less than two minutes on two cores
//   01_two_clocks --train-size 32 --steps 12000        a small training set: both clocks
//
// ctest: --steps 40 --samples 16 --levels 4 --quiet --out {out}
#include <regula/runs/figure.hpp>
#include <regula/runs/record.hpp>

#include "support/clock_table.hpp"
#include "support/engines.hpp"
#include "support/program.hpp"
#include <CLI/CLI.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/integral_constant.hpp>
#include <boost/hana/tuple.hpp>
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

namespace rg   = regula;
namespace hana = boost::hana;

namespace {

constexpr auto cell_choices  = hana::tuple_c<std::size_t, 24, 36>;
constexpr auto group_choices = hana::tuple_c<std::size_t, 2, 3, 4, 6>;

struct options : example::common_options {
  std::size_t cells      = 24;
  std::size_t group      = 2;
  std::size_t train_size = 128;
  std::uint64_t steps    = 2000;
  std::size_t batch      = 64;
  double rate            = 1e-3;
  std::size_t samples    = 256;
  std::size_t levels     = 18;
  std::size_t looks      = 40;
};

rg::settings settings_of(options const& o) {
  rg::settings s{.train_size = o.train_size, .steps = o.steps, .batch = o.batch, .seed = o.seed};
  s.rate.base  = o.rate;
  s.evaluation = {.schedule = example::schedule_of(o.steps, o.looks),
                  .samples  = o.samples,
                  .sampler  = rg::heun{.levels = o.levels}};
  return s;
}

template <class Rule, class Engine>
void experiment(Rule rule, Engine const& engine, options const& o, std::string const& command) {
  auto const plan = rg::compose(rule,
                                rg::dit<rg::size{.width = 64, .depth = 3, .heads = 2}>{},
                                rg::denoising{},
                                rg::rule_accuracy{},
                                rg::memorization{});
  auto run        = rg::train(plan, settings_of(o), engine);
  auto recording  = rg::record(run, o.out, {{"command", command}});
  if (!o.is_quiet) example::show(rg::plan_text(plan) + '\n');

  example::progress progress{run.settings(), o.is_quiet};
  for (auto const& step : recording) {
    progress.see(step);
    if (example::interrupted()) break;
  }
  progress.end();
  recording.close();
}

void train_and_record(options const& o, std::string const& command) {
  hana::for_each(cell_choices, [&](auto cells) {
    hana::for_each(group_choices, [&](auto group) {
      if (cells() != o.cells || group() != o.group) return;
      example::with_engine(
          o, [&](auto const& engine) { experiment(rg::group_parity<cells(), group()>{}, engine, o, command); });
    });
  });
}

void report(options const& o) {
  auto const figure = rg::write_figure(o.out);
  if (example::interrupted()) example::show("ended early; everything up to here is recorded\n");
  example::show(example::clock_table(o.out) + "results in " + o.out +
                (figure.drawn ? ", picture in figure.svg\n" : "\n"));
  if (!figure.drawn) fmt::print(stderr, "{}\n", figure.reason);
}

void add_options(CLI::App& app, options& o) {
  using example::add_option, example::one_of, example::whole_number;
  add_option(app, "--cells", o.cells, "cells of a board: 24 or 36", one_of({"24", "36"}));
  add_option(app, "--group", o.group, "cells of a parity group: 2, 3, 4 or 6", one_of({"2", "3", "4", "6"}));
  add_option(app, "--train-size", o.train_size, "distinct training boards (N)", whole_number(1, 10'000'000));
  add_option(app, "--steps", o.steps, "optimizer steps", whole_number(1, 1'000'000'000'000));
  add_option(app, "--batch", o.batch, "training boards a step", whole_number(1, 1'000'000));
  add_option(app, "--samples", o.samples, "boards drawn at an evaluation", whole_number(1, 10'000'000));
  add_option(app, "--levels", o.levels, "noise levels of the sampler", whole_number(1, 100'000));
  add_option(app, "--evaluations", o.looks, "evaluations of the run, about", whole_number(1, 1'000'000));
  add_option(app, "--engine", o.engine, "native, torch or torch-cuda", one_of({"native", "torch", "torch-cuda"}));
  app.add_option("--lr", o.rate, "learning rate of Adam")->capture_default_str();
  example::add_common(app, o);
  app.footer(
      "Both clocks: --train-size 32 --steps 12000.\n"
      "Exit code: 0 done, 2 refused (nothing is lost), 1 the loss diverged, 128 + signal where a signal ended it.");
}

}  // namespace

int main(int argc, char** argv) {
  options o;
  o.out = "two_clocks";
  CLI::App app{"When does a diffusion transformer learn a parity rule, and when does it begin to copy?"};
  add_options(app, o);
  return example::run_program(argc, argv, app, o, [&](std::string const& command) {
    train_and_record(o, command);
    report(o);
  });
}
