// SPDX-License-Identifier: MIT
// The label is the parity of three secret bits among twelve. Which supervision finds the rule from 150 boards, and
// which learns the boards by heart: the label alone, or hidden cells - and hidden how often?
//
//   04_k_parity                        three ways of training on the same boards, about three minutes on two cores
//   04_k_parity --lo 0.02 --hi 0.3     another window for the narrow one
//   04_k_parity --floor 0.02           the full range without the weights of up to 1000 of its smallest t
//
// ctest: --steps 40 --quiet --out {out}
#include <regula/native.hpp>
#include <regula/probes/label_accuracy.hpp>
#include <regula/runs/curve_figure.hpp>
#include <regula/runs/metrics.hpp>
#include <regula/runs/record.hpp>

#include "support/program.hpp"
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace rg = regula;

namespace {

struct options : example::common_options {
  std::size_t train_size = 150;
  std::uint64_t steps    = 4000;
  std::size_t batch      = 128;
  double lo              = 0.1;
  double hi              = 0.4;
  double floor           = 1e-3;
};

using rule_type = rg::k_parity<12, 3>;
using network   = rg::gpt<rg::size{.width = 64, .depth = 2, .heads = 4, .attends = rg::attention::bidirectional}>;

/// One way of training: what the table and the picture call it, and the folder of its run.
struct outcome {
  std::string name;
  rg::run_metrics metrics;
};

/// Trains on the boards and with the start that the seed gives, whatever the objective.
template <class Objective>
outcome train_and_record(
    std::string name, std::string const& folder, Objective objective, options const& o, std::string const& command) {
  auto const plan = rg::compose(rule_type::drawn_from(1), network{}, objective, rg::label_accuracy{});
  rg::settings s{.train_size = o.train_size, .held_out_size = 2048, .steps = o.steps, .batch = o.batch, .seed = o.seed};
  s.optimizer           = rg::adamw{.beta2 = 0.95, .decay = 0.1};
  s.evaluation.schedule = rg::evaluation_schedule::every(std::max<std::uint64_t>(1, o.steps / 40));
  auto run              = rg::train(plan, s, rg::native{.threads = o.threads});
  auto recording        = rg::record(run, o.out + "/" + folder, {{"command", command}});
  for (auto const& step : recording) {
    if (!o.is_quiet && step.evaluated() && step.index % (s.steps / 8) == 0) {
      auto const& seen = step.template value<rg::label_accuracy>();
      example::show(fmt::format("{:<28} {:>6}/{}  loss {:.4f}  train {:.3f}  held-out {:.3f}\n",
                                name,
                                step.index,
                                s.steps,
                                step.loss,
                                seen.training.share(),
                                seen.held_out.share()));
    }
    if (example::interrupted()) break;
  }
  recording.close();
  return {std::move(name), rg::read_metrics(o.out + "/" + folder)};
}

std::string reached(rg::curve const& accuracy) {
  auto const clock = rg::first_at_or_above(accuracy, 0.99);
  return clock.reached() ? fmt::format("{}", *clock.step) : fmt::format("not by {}", clock.last_step.value_or(0));
}

void report(std::vector<outcome> const& outcomes, options const& o) {
  std::string table = fmt::format("\n{:<28} {:>16} {:>16} {:>10} {:>10}\n",
                                  "steps to 99 % of labels",
                                  "train",
                                  "held-out",
                                  "train at",
                                  "held-out at");
  std::vector<rg::named_curve> curves;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    auto const& train    = outcomes[i].metrics.at("label_accuracy.training.share");
    auto const& held_out = outcomes[i].metrics.at("label_accuracy.held_out.share");
    table += fmt::format("{:<28} {:>16} {:>16} {:>10.3f} {:>10.3f}\n",
                         outcomes[i].name,
                         reached(train),
                         reached(held_out),
                         train.values.back(),
                         held_out.values.back());
    curves.push_back({outcomes[i].name + ", held-out", held_out, i});
    curves.push_back({outcomes[i].name + ", train", train, i, true});
  }
  auto const figure =
      rg::write_curves(o.out,
                       "k_parity",
                       curves,
                       {.title = fmt::format("3-parity of 12 bits, {} training boards, seed {}", o.train_size, o.seed),
                        .quantity = "share of labels, all bits visible",
                        .low      = 0.4,
                        .high     = 1.02});
  example::show(table + "the last columns: at the last step; chance is 0.5\nresults in " + o.out +
                (figure.drawn ? ", picture in k_parity.svg\n" : "\n"));
  if (!figure.drawn) fmt::print(stderr, "{}\n", figure.reason);
}

void compare(options const& o, std::string const& command) {
  std::vector<outcome> outcomes;
  auto const train = [&](std::string name, char const* folder, auto objective) {
    if (!example::interrupted()) outcomes.push_back(train_and_record(std::move(name), folder, objective, o, command));
  };
  rg::masked_diffusion<> const narrow{.t = {o.lo, o.hi}, .floor = o.floor}, full{.floor = o.floor};
  check(narrow);  // before the first run
  check(full);
  example::expect_fresh(o.out);
  train("label only", "label_only", rg::output_supervision{});
  train(fmt::format("hidden cells, t in [{}, {}]", o.lo, o.hi), "narrow_window", narrow);
  train("hidden cells, t in [0, 1]", "full_range", full);
  if (!outcomes.empty()) report(outcomes, o);
}

}  // namespace

int main(int argc, char** argv) {
  options o;
  o.out = "k_parity";
  CLI::App app{"Which supervision finds a parity of secret bits, and which learns its boards by heart?"};
  using example::add_option, example::whole_number;
  add_option(app, "--train-size", o.train_size, "distinct training boards, of 4096 (N)", whole_number(1, 4095));
  add_option(app, "--steps", o.steps, "optimizer steps of each run", whole_number(8, 1'000'000'000'000));
  add_option(app, "--batch", o.batch, "training boards a step", whole_number(1, 1'000'000));
  app.add_option("--lo", o.lo, "least t of the narrow window")->capture_default_str();
  app.add_option("--hi", o.hi, "largest t of the narrow window")->capture_default_str();
  app.add_option("--floor", o.floor, "least t drawn, whose weight is 1/t")->capture_default_str();
  example::add_common(app, o);
  return example::run_program(argc, argv, app, o, [&](std::string const& command) { compare(o, command); });
}
