// SPDX-License-Identifier: MIT
#include <regula/native.hpp>
#include <regula/runs/checkpoint.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <thread>
#include <vector>

namespace rg = regula;

namespace {

template <class Plan, class Engine>
struct history {
  std::vector<double> losses;
  std::vector<rg::rate> accuracies;
  rg::named_tensors state;

  history(Plan const& plan, rg::settings const& settings, Engine engine) {
    auto run = rg::train(plan, settings, engine);
    for (auto const& step : run) {
      losses.push_back(step.loss);
      if (step.evaluated()) accuracies.push_back(step.template value<rg::rule_accuracy>().clauses);
    }
    state = run.trainer().state();
  }
};

void check_equal(rg::named_tensors const& a, rg::named_tensors const& b) {
  REQUIRE(a.size() == b.size());
  for (auto const& [name, value] : a) {
    CAPTURE(name);
    CHECK(value == b.at(name));
  }
}

template <rg::size S>
auto plan_of() {
  return rg::compose(rg::group_parity<12, 3>{}, rg::dit<S>{}, rg::denoising{}, rg::rule_accuracy{});
}

rg::settings settings_of(std::uint64_t steps) {
  return {
      .train_size = 64,
      .steps      = steps,
      .batch      = 13,  // no multiple of anything
      .seed       = 11,
      .rate       = {.base = 1e-3},
      .clip       = 1,
      .ema        = 0.99,
      .evaluation = {.schedule = rg::evaluation_schedule::every(100), .samples = 7, .sampler = rg::heun{.levels = 5}}};
}

}  // namespace

TEST_CASE("200 steps have the same bits on 1, 2, 3 and 5 threads") {
  auto const plan = plan_of<rg::size{.width = 16, .depth = 2, .heads = 2}>();
  history const one{plan, settings_of(200), rg::native{.threads = 1}};
  CHECK(one.losses.size() == 201);
  CHECK(one.losses.back() < one.losses.front());
  for (int const threads : {2, 3, 5}) {
    CAPTURE(threads);
    history const many{plan, settings_of(200), rg::native{.threads = threads}};
    CHECK(many.losses == one.losses);
    CHECK(many.accuracies == one.accuracies);
    check_equal(many.state, one.state);
  }
}

TEST_CASE("double precision has the same bits on any number of threads too, and stays near single precision") {
  auto const plan = plan_of<rg::size{.width = 16, .depth = 1, .heads = 2}>();
  history const one{plan, settings_of(20), rg::native<double>{.threads = 1}};
  history const two{plan, settings_of(20), rg::native<double>{.threads = 2}};
  CHECK(one.losses == two.losses);
  check_equal(one.state, two.state);
  history const single{plan, settings_of(20), rg::native{.threads = 2}};
  for (std::size_t i = 0; i < one.losses.size(); ++i)
    CHECK(single.losses[i] == doctest::Approx(one.losses[i]).epsilon(1e-4));
}

TEST_CASE("a trainer starts from the initial weights of the seed and takes others") {
  auto const plan  = plan_of<rg::size{.width = 16, .depth = 1, .heads = 2}>();
  auto trainer     = rg::native{.threads = 1}.trainer(plan, settings_of(1));
  auto const specs = rg::dit<rg::size{.width = 16, .depth = 1, .heads = 2}>::tensors(plan.shape());
  check_equal(rg::draw_initial_weights(specs, 11), trainer.weights(rg::weights_kind::raw));
  check_equal(rg::draw_initial_weights(specs, 11), trainer.weights(rg::weights_kind::average));

  auto const other = rg::draw_initial_weights(specs, 12);
  trainer.load(other);
  check_equal(other, trainer.weights(rg::weights_kind::raw));
  check_equal(other, trainer.weights(rg::weights_kind::average));

  rg::named_tensors wrong;
  for (auto const& [name, value] : other)
    wrong.add(name, name == "noise.1.bias" ? rg::tensor(rg::dtype::f32, {17}) : value);
  CHECK_THROWS_WITH_AS(trainer.load(wrong), doctest::Contains("noise.1.bias"), rg::shape_error);
  CHECK_THROWS_WITH_AS(trainer.load(rg::named_tensors{}), doctest::Contains("embed.weight"), rg::range_error);
}

TEST_CASE("a loss that is not finite stops the run, names the step and gives back the last good weights") {
  auto const plan    = plan_of<rg::size{.width = 16, .depth = 1, .heads = 2}>();
  auto settings      = settings_of(50);
  settings.clip      = 0;
  settings.rate      = {.base = 1e30};
  settings.optimizer = rg::sgd{};
  for (double const ema : {0.0, 0.99}) {
    settings.ema       = ema;
    auto run           = rg::train(plan, settings, rg::native{.threads = 2});
    std::uint64_t last = 0;
    rg::named_tensors good, good_average;
    bool stopped = false;
    try {
      for (auto const& step : run) {
        last = step.index;
        good = run.weights();
        if (ema > 0) good_average = run.weights(rg::weights_kind::average);
      }
    } catch (rg::diverged const& e) {
      stopped = true;
      CHECK(e.step() == last + 1);
    }
    REQUIRE(stopped);
    CHECK(run.index() == last);
    CHECK_THROWS_WITH_AS(run.save("never_written"), doctest::Contains("was undone"), rg::range_error);
    check_equal(run.weights(), good);
    if (ema > 0) check_equal(run.weights(rg::weights_kind::average), good_average);
    // The net works with them too: its transposed copies went back as well.
    rg::batch const clean{plan.shape(), 1, {}, std::vector<float>(12, 1.0F)};
    auto fresh = rg::native{.threads = 1}.trainer(plan, settings);
    fresh.load(good);
    auto const corruption = rg::corrupt(plan.objective, clean, {1, rg::purpose::test, 0});
    CHECK(fresh.gradient(clean, corruption) == run.trainer().gradient(clean, corruption));
    check_equal(fresh.gradients(), run.trainer().gradients());
  }
}

TEST_CASE("extreme weights give no NaN where the exact result is finite") {
  auto const plan = plan_of<rg::size{.width = 16, .depth = 1, .heads = 2}>();
  auto trainer    = rg::native{.threads = 1}.trainer(plan, settings_of(1));
  auto weights    = trainer.weights(rg::weights_kind::raw);
  for (char const* name : {"blocks.0.attention.qkv.weight", "blocks.0.modulation.bias", "blocks.0.mlp.0.bias"})
    for (float& w : weights.at(name).values<float>())
      w = w < 0 ? -3e3F : 3e3F;  // scores of 1e7 and more, far beyond exp's range
  trainer.load(weights);
  std::vector<float> const x(12, 1.0F), noise{0.1F};
  std::vector<float> out(12, std::numeric_limits<float>::quiet_NaN());
  trainer.network(rg::weights_kind::raw).evaluate({{}, x, noise}, out);
  for (float const v : out)
    CHECK(std::isfinite(v));
}

TEST_CASE("the engine says what it computes with, and refuses what cannot be meant") {
  auto const plan  = plan_of<rg::size{.width = 16, .depth = 1, .heads = 2}>();
  auto const facts = rg::native<double>{.threads = 3}.trainer(plan, settings_of(1)).facts();
  auto const fact  = [&](std::string const& key) {
    for (auto const& [k, v] : facts)
      if (k == key) return v;
    return std::string{"none"};
  };
  CHECK(fact("engine") == "native");
  CHECK(fact("threads") == "3");
  CHECK(fact("precision") == "float64");
  CHECK(fact("instruction_set") == xsimd::default_arch::name());
  CHECK(fact("vector_width") == std::to_string(xsimd::batch<double>::size));
  auto const of_all_cores = rg::native{}.trainer(plan, settings_of(1)).facts();
  CHECK(of_all_cores[2].second == std::to_string(std::max(1U, std::thread::hardware_concurrency())));
  CHECK_THROWS_WITH_AS((void)rg::native{.threads = -1}.trainer(plan, settings_of(1)),
                       "native: expected threads from 0 (one a core) to 1024, got -1",
                       rg::range_error);
  CHECK_THROWS_AS((void)rg::native{.threads = 1025}.trainer(plan, settings_of(1)), rg::range_error);
  auto settings = settings_of(1);
  settings.ema  = 0;
  auto trainer  = rg::native{.threads = 1}.trainer(plan, settings);
  CHECK_THROWS_AS((void)trainer.weights(rg::weights_kind::average), rg::range_error);
  rg::batch const empty{plan.shape(), 0, {}, {}};
  CHECK_THROWS_AS((void)trainer.gradient(empty, {}), rg::shape_error);
}

TEST_CASE("a net that does not have the tensors of its spec is refused before it trains") {
  using net     = rg::nn::dit_net<rg::nn::dit_shape{8, 1, 2, 2, 3, 1}>;
  using trainer = rg::nn::run_trainer<net, rg::denoising<>>;
  auto specs    = rg::dit<rg::size{.width = 8, .depth = 1, .heads = 2}>::tensors({{2, 3}, 1, 2});
  CHECK_NOTHROW(trainer({}, specs, {}, 1));
  auto renamed    = specs;
  renamed[0].name = "embedding.weight";
  CHECK_THROWS_WITH_AS(trainer({}, renamed, {}, 1),
                       "native: expected a net with the tensor embedding.weight, got none of that name",
                       rg::range_error);
  auto reshaped     = specs;
  reshaped[0].shape = {1, 8};
  CHECK_THROWS_WITH_AS(trainer({}, reshaped, {}, 1),
                       "native: expected embed.weight as its spec says, F32 [1, 8], got a net where it is F32 [8, 1]",
                       rg::shape_error);
  specs.pop_back();
  CHECK_THROWS_AS(trainer({}, specs, {}, 1), rg::range_error);
}
