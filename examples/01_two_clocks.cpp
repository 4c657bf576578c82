// SPDX-License-Identifier: MIT
// A small diffusion transformer learns a parity rule: when does it know the rule, when does it begin to copy?
//
//   01_two_clocks                                      the rule clock, in less than two minutes on two cores
//   01_two_clocks --train-size 32 --steps 12000        a small training set: both clocks
//
// ctest: --steps 40 --samples 16 --levels 4 --quiet --out {out}
#include <regula/native.hpp>
#include <regula/regula.hpp>
#include <regula/runs/figure.hpp>
#include <regula/runs/record.hpp>

#include "support/arguments.hpp"
#include "support/clock_table.hpp"
#include "support/interrupt.hpp"
#include "support/progress.hpp"
#include <CLI/CLI.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/integral_constant.hpp>
#include <boost/hana/tuple.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <new>
#include <string>

namespace rg   = regula;
namespace hana = boost::hana;

namespace {

constexpr auto cell_choices  = hana::tuple_c<std::size_t, 24, 36>;
constexpr auto group_choices = hana::tuple_c<std::size_t, 2, 3, 4, 6>;

struct options {
  std::size_t cells      = 24;
  std::size_t group      = 2;
  std::size_t train_size = 128;
  std::uint64_t steps    = 2000;
  std::size_t batch      = 64;
  double rate            = 1e-3;
  std::uint64_t seed     = 0;
  std::size_t samples    = 256;
  std::size_t levels     = 18;
  std::size_t looks      = 40;
  std::string engine     = "native";
  int threads            = 0;
  std::string out        = "two_clocks";
  bool is_quiet          = false;
};

/// Every steps/looks steps, and a few times before the first of these.
rg::evaluation_schedule schedule_of(options const& o) {
  std::uint64_t const every = std::max<std::uint64_t>(1, o.steps / o.looks);
  rg::evaluation_schedule out{.ranges = {{0, 1, 1}}};
  for (std::uint64_t early = 1; early < every && early < 1'000'000; early = early * 10 / 3)
    out.ranges.push_back({early, early + 1, 1});
  out.ranges.push_back({.start = every, .every = every});
  return out;
}

rg::settings settings_of(options const& o) {
  rg::settings s{.train_size = o.train_size, .steps = o.steps, .batch = o.batch, .seed = o.seed};
  s.rate.base  = o.rate;
  s.evaluation = {.schedule = schedule_of(o), .samples = o.samples, .sampler = rg::heun{.levels = o.levels}};
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

/// Calls f with the engine of that name.
template <class F>
void with_engine(options const& o, F const& f) {
  if (o.engine == "native") return f(rg::native{.threads = o.threads});
#ifdef REGULA_HAS_TORCH
  if (o.engine == "torch") return f(rg::torch_cpu{.threads = o.threads});
#ifdef REGULA_HAS_CUDA
  if (o.engine == "torch-cuda") return f(rg::torch_cuda{});
#endif
#endif
  throw rg::range_error("--engine: this program was built without " + o.engine);
}

void train_and_record(options const& o, std::string const& command) {
  hana::for_each(cell_choices, [&](auto cells) {
    hana::for_each(group_choices, [&](auto group) {
      if (cells() != o.cells || group() != o.group) return;
      with_engine(o, [&](auto const& engine) { experiment(rg::group_parity<cells(), group()>{}, engine, o, command); });
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
  auto const add = [&app](char const* name, auto& value, char const* meaning, CLI::Validator const& expected) {
    app.add_option(name, value, meaning)->check(expected)->capture_default_str();
  };
  using example::one_of, example::whole_number;
  add("--cells", o.cells, "cells of a board: 24 or 36", one_of({"24", "36"}));
  add("--group", o.group, "cells of a parity group: 2, 3, 4 or 6", one_of({"2", "3", "4", "6"}));
  add("--train-size", o.train_size, "distinct training boards (N)", whole_number(1, 10'000'000));
  add("--steps", o.steps, "optimizer steps", whole_number(1, 1'000'000'000'000));
  add("--batch", o.batch, "training boards a step", whole_number(1, 1'000'000));
  add("--seed", o.seed, "of everything random", whole_number(0, 9'999'999'999'999'999'999U));
  add("--samples", o.samples, "boards drawn at an evaluation", whole_number(1, 10'000'000));
  add("--levels", o.levels, "noise levels of the sampler", whole_number(1, 100'000));
  add("--evaluations", o.looks, "evaluations of the run, about", whole_number(1, 1'000'000));
  add("--engine", o.engine, "native, torch or torch-cuda", one_of({"native", "torch", "torch-cuda"}));
  add("--threads", o.threads, "of the engine; 0: its default", whole_number(0, 1024));
  app.add_option("--lr", o.rate, "learning rate of Adam")->capture_default_str();
  app.add_option("--out", o.out, "folder for the results, not there yet or empty")->capture_default_str();
  app.add_flag("--quiet", o.is_quiet, "no progress");
  app.footer(
      "Both clocks: --train-size 32 --steps 12000.\n"
      "Exit code: 0 done, 2 refused (nothing is lost), 1 the loss diverged, 128 + signal where a signal ended it.");
}

}  // namespace

int main(int argc, char** argv) {
  options o;
  CLI::App app{"When does a diffusion transformer learn a parity rule, and when does it begin to copy?"};
  add_options(app, o);
  example::open_standard_streams();
  try {
    app.parse(argc, argv);
    std::string command;
    for (int i = 0; i < argc; ++i)
      command += (i == 0 ? "" : " ") + std::string{argv[i]};
    example::watch_signals();
    train_and_record(o, command);
    report(o);
    return example::interrupted() ? example::interrupted_code() : 0;
  } catch (CLI::Success const& e) {
    return app.exit(e);
  } catch (CLI::ParseError const& e) {
    fmt::print(stderr, "{}; --help lists the options\n", e.what());
  } catch (rg::diverged const& e) {
    fmt::print(stderr, "{}; everything before is recorded in {}\n", e.what(), o.out);
    return 1;
  } catch (std::bad_alloc const&) {
    fmt::print(stderr, "expected settings that fit into memory: smaller --batch, --samples or --train-size\n");
  } catch (std::exception const& e) {
    fmt::print(stderr, "{}\n", e.what());
  }
  return 2;
}
