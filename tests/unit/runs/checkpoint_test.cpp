// SPDX-License-Identifier: MIT
#include <regula/native.hpp>
#include <regula/runs/checkpoint.hpp>

#include "../../support/scratch_folder.hpp"
#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace rg = regula;

namespace {

using small_dit = rg::dit<rg::size{.width = 16, .depth = 2, .heads = 2}>;

auto plan_of(auto rule, double sigma_data = 1) {
  return rg::compose(rule, small_dit{}, rg::denoising{.sigma_data = sigma_data}, rg::rule_accuracy{});
}

rg::settings settings_of(rg::optimizer optimizer, double ema = 0) {
  return {.train_size = 20,
          .steps      = 12,
          .batch      = 8,
          .seed       = 3,
          .optimizer  = optimizer,
          .rate       = {.base = 1e-2, .course = rg::rate_course::cosine, .warm_up = 3},
          .clip       = 0.7,
          .ema        = ema,
          .evaluation = {.schedule = {}, .samples = 4, .sampler = rg::heun{.levels = 3}}};
}

std::vector<double> losses_of(auto& run) {
  std::vector<double> out;
  for (auto const& step : run)
    out.push_back(step.loss);
  return out;
}

std::string fault_of(auto&& work) {
  try {
    work();
  } catch (rg::error const& e) {
    return e.what();
  }
  return "no fault";
}

void check_equal(rg::named_tensors const& a, rg::named_tensors const& b) {
  REQUIRE(a.size() == b.size());
  for (auto const& [name, value] : a) {
    CAPTURE(name);
    CHECK(value == b.at(name));
  }
}

}  // namespace

TEST_CASE("a resumed run has the bits of the undisturbed one, whatever its optimizer and threads") {
  rg::test::scratch_folder const folder;
  auto const path = folder.path() / "run.safetensors";
  for (auto const& settings :
       {settings_of(rg::adam{}), settings_of(rg::adamw{.decay = 0.1}, 0.99), settings_of(rg::sgd{.momentum = 0.9})}) {
    CAPTURE(rg::name_of(settings.optimizer));
    auto const plan  = plan_of(rg::group_parity<12, 3>{});
    auto undisturbed = rg::train(plan, settings, rg::native{.threads = 1});
    auto const all   = losses_of(undisturbed);
    auto disturbed   = rg::train(plan, settings, rg::native{.threads = 2});
    for (auto const& step : disturbed)
      if (step.index == 5) break;
    disturbed.save(path);

    auto resumed = rg::resume(plan, path, rg::native{.threads = 3});
    CHECK(resumed.index() == 5);
    auto const rest = losses_of(resumed);
    CHECK(rest == std::vector(all.begin() + 5, all.end()));
    check_equal(resumed.trainer().state(), undisturbed.trainer().state());
  }
}

TEST_CASE("a run may be saved before its first step and after its last") {
  rg::test::scratch_folder const folder;
  auto const plan = plan_of(rg::exact_k<12, 4>{});
  auto run        = rg::train(plan, settings_of(rg::adam{}), rg::native{.threads = 1});
  run.save(folder.path() / "first");
  auto const all = losses_of(run);
  run.save(folder.path() / "last");
  auto from_first = rg::resume(plan, folder.path() / "first", rg::native{.threads = 1});
  CHECK(losses_of(from_first) == all);
  auto from_last = rg::resume(plan, folder.path() / "last", rg::native{.threads = 1});
  CHECK(losses_of(from_last) == std::vector{all.back()});
}

TEST_CASE("probes may change when a run is resumed") {
  rg::test::scratch_folder const folder;
  auto const path = folder.path() / "run";
  auto run        = rg::train(plan_of(rg::group_parity<12, 3>{}), settings_of(rg::adam{}), rg::native{.threads = 1});
  run.save(path);
  auto const other = rg::compose(rg::group_parity<12, 3>{}, small_dit{}, rg::denoising{}, rg::memorization{});
  auto resumed     = rg::resume(other, path, rg::native{.threads = 1});
  CHECK(losses_of(resumed) == losses_of(run));
}

TEST_CASE("the checkpoint of another plan is refused with both plans named") {
  rg::test::scratch_folder const folder;
  auto const path = folder.path() / "run";
  auto run        = rg::train(plan_of(rg::group_parity<12, 3>{}), settings_of(rg::adam{}), rg::native{.threads = 1});
  run.save(path);
  auto const rule =
      fault_of([&] { (void)rg::resume(plan_of(rg::group_parity<12, 4>{}), path, rg::native{.threads = 1}); });
  CHECK(rule.find(path.string()) != std::string::npos);
  CHECK(rule.find(R"("parameters":{"cells":12,"group":4})") != std::string::npos);
  CHECK(rule.find(R"("parameters":{"cells":12,"group":3})") != std::string::npos);
  auto const objective =
      fault_of([&] { (void)rg::resume(plan_of(rg::group_parity<12, 3>{}, 0.5), path, rg::native{.threads = 1}); });
  CHECK(objective.find(R"("sigma_data":0.5)") != std::string::npos);
  CHECK(objective.find(R"("sigma_data":1.0)") != std::string::npos);
}

TEST_CASE("a file that is no whole checkpoint is refused in a sentence") {
  rg::test::scratch_folder const folder;
  auto const plan = plan_of(rg::group_parity<12, 3>{});
  auto const path = folder.path() / "run";
  auto run        = rg::train(plan, settings_of(rg::adam{}), rg::native{.threads = 1});
  auto const say  = [&] { return fault_of([&] { (void)rg::resume(plan, path, rg::native{.threads = 1}); }); };
  CHECK(say().find(path.string()) != std::string::npos);  // no such file

  rg::write_safetensors(path, run.weights());
  CHECK(say() == "resume: expected " + path.string() + " to be a 'regula checkpoint 1', got 'no format'");

  auto const damaged = [&](auto&& damage) {
    run.save(path);
    auto file = rg::read_safetensors(path);
    damage(file);
    rg::write_safetensors(path, file);
    return say();
  };
  CHECK(damaged([](auto& f) { f.metadata["step"] = "13"; }).find("expected a step of at most 12, got 13") !=
        std::string::npos);
  CHECK(damaged([](auto& f) { f.metadata["step"] = "2x"; }).find("expected a whole number as step, got '2x'") !=
        std::string::npos);
  CHECK(damaged([](auto& f) { f.metadata["settings"] = "{"; }).find("expected settings as JSON") != std::string::npos);
  CHECK(damaged([](auto& f) { f.metadata["training_hash"] = "0"; }).find("other training boards") != std::string::npos);
  CHECK(damaged([](auto& f) { f.metadata.erase("plan"); }).find("expected metadata 'plan'") != std::string::npos);

  CHECK(damaged([](auto& f) {
          f.at("moment2/embed.weight").template values<float>()[0] += 1e-3F;
        }).find("the numbers are not those that were written") != std::string::npos);
  rg::named_tensors less;
  less.metadata = rg::read_safetensors((run.save(path), path)).metadata;
  rg::write_safetensors(path, less);
  CHECK(say().find("the file is damaged") != std::string::npos);
}

TEST_CASE("a state that lacks a tensor is refused") {
  auto const plan = plan_of(rg::group_parity<12, 3>{});
  auto run        = rg::train(plan, settings_of(rg::adam{}), rg::native{.threads = 1});
  CHECK_THROWS_WITH_AS(run.restore(rg::named_tensors{}, 1),
                       doctest::Contains("expected a tensor 'weights/embed.weight'"),
                       rg::range_error);
  CHECK_THROWS_WITH_AS(
      run.restore(run.trainer().state(), 13), "run::restore: expected a step of at most 12, got 13", rg::range_error);
}
