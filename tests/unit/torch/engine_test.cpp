// SPDX-License-Identifier: MIT
#include <regula/pipeline/train.hpp>
#include <regula/rules/group_parity.hpp>
#include <regula/torch.hpp>

#include "../../support/golden_files.hpp"
#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace rg = regula;

namespace {

using bits = rg::dit<rg::size{.width = 16, .depth = 2, .heads = 2}>;

auto const plan = rg::compose(rg::group_parity<12, 2>{}, bits{}, rg::denoising{});

rg::settings small_run() { return {.train_size = 16, .steps = 20, .batch = 32, .seed = 3, .rate = {.base = 1e-2}}; }

template <class F>
std::string message_of(F&& f) {
  try {
    f();
  } catch (rg::error const& e) {
    return e.what();
  }
  return "nothing was thrown";
}

}  // namespace

TEST_CASE("torch_cpu reproduces the golden files of the DiT, in single and in double precision") {
  rg::test::check_dit_files(rg::torch_cpu{});
  rg::test::check_dit_files(rg::torch_cpu<double>{});
}

TEST_CASE("sixty steps lower the loss of a fixed batch") {
  auto s   = small_run();
  s.steps  = 60;
  auto run = rg::train(plan, s, rg::torch_cpu{});
  rg::batch clean{plan.shape(), 64, std::vector<rg::token>(64 * 12), {}};
  for (std::size_t i = 0; i < clean.boards.size(); ++i)
    clean.boards[i] = run.data().training[i / 12 % 16][i % 12];
  plan.objective.encode(clean);
  auto const corruption = rg::corrupt(plan.objective, clean, {9, rg::purpose::test});
  auto const mean_loss  = [&] {
    double sum = 0;
    for (double const loss : run.trainer().sample_losses(clean, corruption))
      sum += loss / 64;
    return sum;
  };
  double const before = mean_loss();
  std::size_t steps   = 0;
  for (auto const& step : run)
    steps = step.index;
  CHECK(steps == 60);
  CHECK(mean_loss() < 0.9 * before);
}

TEST_CASE("the same seed gives the same bits, another seed other ones") {
  auto const weights_after = [](std::uint64_t seed) {
    auto s   = small_run();
    s.seed   = seed;
    s.ema    = 0.99;
    auto run = rg::train(plan, s, rg::torch_cpu{.threads = 1});
    for ([[maybe_unused]] auto const& step : run) {
    }
    return std::pair{run.weights(), run.weights(rg::weights_kind::average)};
  };
  auto const [raw, average]             = weights_after(3);
  auto const [raw_again, average_again] = weights_after(3);
  auto const other                      = weights_after(4).first;
  for (auto const& [name, value] : raw) {
    CAPTURE(name);
    CHECK(raw_again.at(name) == value);
    CHECK(average_again.at(name) == average.at(name));
    CHECK_FALSE(average.at(name) == value);
    if (!name.ends_with("bias") || name == "head.out.bias") CHECK_FALSE(other.at(name) == value);
  }
}

TEST_CASE("a run can be evaluated: samples decode or are counted, from raw and averaged weights") {
  auto s               = small_run();
  s.ema                = 0.99;
  s.evaluation.sampler = rg::heun{.levels = 4};
  s.evaluation.weights = rg::weights_kind::average;
  auto run             = rg::train(plan, s, rg::torch_cpu{});
  std::vector<float> values;
  CHECK(run.samples(5, &values).size() == 5);
  CHECK(values.size() == 5 * 12);
}

TEST_CASE("what a record says of the engine") {
  auto run = rg::train(plan, small_run(), rg::torch_cpu{.threads = 1});
  std::map<std::string, std::string> facts;
  for (auto const& [key, value] : run.trainer().facts())
    facts[key] = value;
  CHECK(facts.at("engine") == "torch_cpu");
  CHECK(facts.at("device") == "cpu");
  CHECK(facts.at("threads") == "1");
  CHECK(facts.at("precision") == "float32");
  CHECK(facts.contains("libtorch"));
  CHECK(facts.contains("mkl"));
}

TEST_CASE("an engine that cannot be had is refused in words") {
  CHECK(message_of([] { (void)rg::torch_cpu{.threads = -1}.trainer(plan, small_run()); }) ==
        "torch_cpu: expected threads >= 0 (0: as they are), got -1");
  auto const cuda = message_of([] { (void)rg::torch_cuda{.device = 4096}.trainer(plan, small_run()); });
  CHECK(cuda.starts_with("torch_cuda: expected a "));
}
