// SPDX-License-Identifier: MIT
// output: numbers within 0.15
#include <filesystem>

//! [includes]
#include <regula/native.hpp>           // the vocabulary and the native engine
#include <regula/runs/checkpoint.hpp>  // run.save, resume
#include <regula/runs/figure.hpp>      // write_figure
#include <regula/runs/metrics.hpp>     // read_metrics, clocks_of
#include <regula/runs/record.hpp>      // record

#include <fmt/core.h>

namespace rg = regula;
//! [includes]

int main() {
  auto const folder = std::filesystem::temp_directory_path() / "regula-run-an-experiment";
  std::filesystem::remove_all(folder);

  //! [settings]
  using model = rg::dit<rg::size{.width = 32, .depth = 1, .heads = 4}>;
  auto const plan =
      rg::compose(rg::group_parity<12, 2>{}, model{}, rg::denoising{}, rg::rule_accuracy{}, rg::memorization{});

  rg::settings const settings{
      .train_size = 32,
      .steps      = 1500,
      .batch      = 64,
      .seed       = 0,
      .optimizer  = rg::adamw{.decay = 1e-4},
      .rate       = {.base = 4e-3, .course = rg::rate_course::cosine, .warm_up = 50},
      .clip       = 1,
      .evaluation = {
          .schedule = rg::evaluation_schedule::every(100), .samples = 256, .sampler = rg::heun{.levels = 18}}};
  //! [settings]

  //! [record]
  auto run = rg::train(plan, settings, rg::native{.threads = 2});
  for (auto const& step : rg::record(run, folder / "run"))
    if (step.index == 1000) run.save(folder / "at_1000.safetensors");
  //! [record]

  //! [clocks]
  auto const metrics = rg::read_metrics(folder / "run");
  auto const window  = rg::clocks_of(metrics);  // tau_rule, tau_mem, status(), width(): each reached, or censored
  fmt::print("{} evaluations, the record ends at step {}\n", metrics.steps.size(), *window.tau_rule.last_step);
  fmt::print("valid at the end: {:.2f}\n", metrics.at("rule_accuracy.valid.share").values.back());
  auto const figure = rg::write_figure(folder / "run");  // figure.svg, and the data and script it is made of
  if (!figure.drawn) fmt::print("no picture: {}\n", figure.reason);
  //! [clocks]

  //! [resume]
  auto again       = rg::resume(plan, folder / "at_1000.safetensors", rg::native{.threads = 1});
  double last_loss = 0;
  for (auto const& step : again)
    last_loss = step.loss;
  bool const same = last_loss == run.begin()->loss;
  fmt::print("resumed at 1000, the last loss has the same bits: {}\n", same);
  //! [resume]
  std::filesystem::remove_all(folder);
}
