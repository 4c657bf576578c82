// SPDX-License-Identifier: MIT
#include <regula/runs/metrics.hpp>
#include <regula/runs/record.hpp>

#include "../../support/scratch_folder.hpp"
#include "../../support/scripted_engine.hpp"
#include <doctest/doctest.h>
#include <range/v3/view/take.hpp>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <iterator>
#include <limits>
#include <ranges>
#include <string>
#include <vector>

namespace {

namespace rg = regula;
namespace fs = std::filesystem;
using regula::test::content_of;
using regula::test::put;
using regula::test::scratch_folder;
using regula::test::scripted_engine;

auto const plan = rg::compose(rg::group_parity<8, 2>{},
                              rg::dit<rg::size{.width = 16, .depth = 1, .heads = 2}>{},
                              rg::denoising{},
                              rg::rule_accuracy{},
                              rg::memorization{});

rg::settings short_run(std::uint64_t steps) {
  rg::settings s{.train_size = 16, .steps = steps, .batch = 2, .seed = 7};
  s.evaluation.schedule = rg::evaluation_schedule::every(2);
  s.evaluation.samples  = 4;
  s.evaluation.sampler  = rg::heun{.levels = 2};
  return s;
}

std::ptrdiff_t lines_of(std::string const& text) { return std::count(text.begin(), text.end(), '\n'); }

TEST_CASE("a recording passes every step on and leaves a finished folder") {
  scratch_folder const scratch;
  auto run = rg::train(plan, short_run(5), scripted_engine{.learned = 3});
  std::vector<std::uint64_t> seen;
  for (auto const& step : rg::record(run, scratch / "run", {{"command", "test"}}))
    seen.push_back(step.index);
  CHECK(seen == std::vector<std::uint64_t>{0, 1, 2, 3, 4, 5});

  auto const facts = rg::read_run(scratch / "run");
  CHECK(facts["status"] == "finished");
  CHECK(facts["step"] == 5);
  CHECK(facts["notes"]["command"] == "test");
  CHECK(lines_of(content_of(scratch / "run/metrics.jsonl")) == 4);  // steps 0, 2, 4 and the last

  auto const metrics = rg::read_metrics(scratch / "run");
  CHECK(metrics.steps == std::vector<std::uint64_t>{0, 2, 4, 5});
  CHECK(metrics.at("rule_accuracy.valid.share").values == std::vector<double>{0, 0, 1, 1});
  CHECK(metrics.at("rule_accuracy.families.groups.total").values == std::vector<double>{16, 16, 16, 16});
  CHECK(metrics.at("memorization.copied.share").values == std::vector<double>{0, 0, 1, 1});  // N is the population
  CHECK(metrics.at("memorization.chance").values == std::vector<double>{1, 1, 1, 1});
}

TEST_CASE("mean_loss is the mean of the losses after the line before") {
  scratch_folder const scratch;
  auto run = rg::train(plan, short_run(5), scripted_engine{.loss = [](std::uint64_t n) { return 10.0 * double(n); }});
  for (auto const& step : rg::record(run, scratch / "run"))
    static_cast<void>(step);
  auto const metrics = rg::read_metrics(scratch / "run");
  CHECK(metrics.at("loss").values == std::vector<double>{0, 20, 40, 50});
  CHECK(metrics.at("mean_loss").values == std::vector<double>{0, 15, 35, 50});
}

TEST_CASE("the weights of the end are saved with their plan, and the averaged ones where there are any") {
  scratch_folder const scratch;
  auto settings = short_run(4);
  auto run      = rg::train(plan, settings, scripted_engine{});
  for (auto const& step : rg::record(run, scratch / "raw"))
    static_cast<void>(step);
  auto const raw = rg::read_safetensors(scratch / "raw/weights.safetensors");
  CHECK(raw.at("weight").scalar<float>() == 4);
  CHECK(raw.note("step") == "4");
  CHECK(raw.note("seed") == "7");
  CHECK(raw.note("weights") == "raw");
  CHECK(raw.note("plan") ==
        "group_parity{cells 8, group 2} | dit{width 16, depth 1, heads 2} | denoising | rule_accuracy | memorization");
  CHECK_FALSE(fs::exists(scratch / "raw/weights_average.safetensors"));

  settings.ema = 0.9;
  auto other   = rg::train(plan, settings, scripted_engine{});
  for (auto const& step : rg::record(other, scratch / "averaged"))
    static_cast<void>(step);
  CHECK(rg::read_safetensors(scratch / "averaged/weights_average.safetensors").at("weight").scalar<float>() == 4.5F);
}

TEST_CASE("a loop that stops leaves a stopped run with its weights; close() does so at once") {
  scratch_folder const scratch;
  auto run = rg::train(plan, short_run(10), scripted_engine{});
  {
    auto recording = rg::record(run, scratch / "run");
    for (auto const& step : recording)
      if (step.index == 3) break;
    CHECK(rg::read_run(scratch / "run")["status"] == "running");
  }
  CHECK(rg::read_run(scratch / "run")["status"] == "stopped");
  CHECK(rg::read_run(scratch / "run")["step"] == 3);
  CHECK(rg::read_safetensors(scratch / "run/weights.safetensors").note("step") == "3");

  // The run goes on in another folder from where it stands.
  auto rest = rg::record(run, scratch / "rest");
  std::vector<std::uint64_t> seen;
  for (auto const& step : rest) {
    seen.push_back(step.index);
    if (step.index == 6) break;
  }
  rest.close();
  CHECK(rg::read_run(scratch / "rest")["status"] == "stopped");
  CHECK(seen == std::vector<std::uint64_t>{3, 4, 5, 6});

  // A closed recording that is iterated on ends as it ends, and holds no step twice.
  for (auto const& step : rest)
    seen.push_back(step.index);
  CHECK(seen == std::vector<std::uint64_t>{3, 4, 5, 6, 6, 7, 8, 9, 10});
  CHECK(rg::read_metrics(scratch / "rest").steps == std::vector<std::uint64_t>{4, 6, 8, 10});
  CHECK(rg::read_run(scratch / "rest")["status"] == "finished");
}

TEST_CASE("views of std and of range-v3 take a recording, of a run that it keeps too") {
  scratch_folder const scratch;
  auto run       = rg::train(plan, short_run(10), scripted_engine{});
  using recorded = decltype(rg::record(run, scratch / "x"));
  static_assert(std::ranges::input_range<recorded> && std::ranges::view<recorded>);
  static_assert(ranges::input_range<recorded> && ranges::view_<recorded>);
  std::vector<std::uint64_t> seen;
  for (auto const& step : rg::record(run, scratch / "std") | std::views::take(3))
    seen.push_back(step.index);
  for (auto const& step :
       rg::record(rg::train(plan, short_run(10), scripted_engine{}), scratch / "v3") | ranges::views::take(2))
    seen.push_back(step.index);
  CHECK(seen == std::vector<std::uint64_t>{0, 1, 2, 0, 1});
  CHECK(rg::read_run(scratch / "v3")["status"] == "stopped");
}

TEST_CASE("a run that diverges says so in its record, and keeps everything before") {
  scratch_folder const scratch;
  auto const explode = [](std::uint64_t n) { return n < 5 ? 1.0 : std::numeric_limits<double>::quiet_NaN(); };
  auto run           = rg::train(plan, short_run(10), scripted_engine{.loss = explode});
  auto recording     = rg::record(run, scratch / "run");
  CHECK_THROWS_AS(
      [&] {
        for (auto const& step : recording)
          static_cast<void>(step);
      }(),
      rg::diverged);
  CHECK(rg::read_run(scratch / "run")["status"] == "diverged");
  CHECK(rg::read_run(scratch / "run")["step"] == 5);
  CHECK(rg::read_metrics(scratch / "run").steps == std::vector<std::uint64_t>{0, 2, 4});
  CHECK(fs::exists(scratch / "run/weights.safetensors"));
}

TEST_CASE("a folder with anything in it is refused untouched, an empty one is taken") {
  scratch_folder const scratch;
  auto run = rg::train(plan, short_run(2), scripted_engine{});
  fs::create_directory(scratch / "full");
  put(scratch / "full/thesis.txt", "do not touch");
  CHECK_THROWS_WITH_AS(
      static_cast<void>(rg::record(run, scratch / "full")),
      ("record: expected a folder that is empty or not there yet, but " + (scratch / "full").string() + " holds files")
          .c_str(),
      rg::file_error);
  CHECK(std::distance(fs::directory_iterator(scratch / "full"), {}) == 1);
  CHECK(content_of(scratch / "full/thesis.txt") == "do not touch");

  put(scratch / "file", "");
  CHECK_THROWS_AS(static_cast<void>(rg::record(run, scratch / "file")), rg::file_error);
  CHECK_THROWS_AS(static_cast<void>(rg::record(run, scratch / "file/below")), rg::file_error);
  CHECK_THROWS_AS(static_cast<void>(rg::record(run, "/proc/no-such-place/run")), rg::file_error);

  fs::create_directory(scratch / "empty");
  for (auto const& step : rg::record(run, scratch / "empty"))
    static_cast<void>(step);
  CHECK(rg::read_run(scratch / "empty")["status"] == "finished");
}

TEST_CASE("folders may have any name") {
  scratch_folder const scratch;
  for (std::string const name :
       {"with space", "quote'\"s", "$(touch x)`y`;|&", "-rf", "line\nbreak", "\xff\xfe", "ä/b/c", "trail/"}) {
    auto run = rg::train(plan, short_run(2), scripted_engine{});
    for (auto const& step : rg::record(run, scratch / name))
      static_cast<void>(step);
    CHECK(rg::read_metrics(scratch / name).steps.size() == 2);
    CHECK(rg::read_run(scratch / name)["status"] == "finished");
  }
}

TEST_CASE("a killed process leaves every evaluation that was passed on") {
  scratch_folder const scratch;
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  auto const child = ::fork();
  if (child == 0) {
    try {
      auto run = rg::train(plan, short_run(1000), scripted_engine{});
      for (auto const& step : rg::record(run, scratch / "run"))
        if (step.index == 20) {
          static_cast<void>(::write(ends[1], "x", 1));
          ::pause();
        }
    } catch (...) {
    }
    ::_exit(1);
  }
  ::close(ends[1]);
  char ready = 0;
  REQUIRE(::read(ends[0], &ready, 1) == 1);
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  ::close(ends[0]);
  REQUIRE(WIFSIGNALED(status));
  auto const metrics = rg::read_metrics(scratch / "run");
  CHECK(metrics.steps.size() == 11);
  CHECK(metrics.steps.back() == 20);
  CHECK(rg::read_run(scratch / "run")["status"] == "running");
}

struct loss_probe {
  static constexpr std::string_view name = "loss";
  static constexpr rg::probe_need needs  = rg::probe_need::samples;
  struct result {
    double value;
  };
  result measure(auto const&) const { return {1}; }
};

}  // namespace

BOOST_HANA_ADAPT_STRUCT(loss_probe::result, value);

TEST_CASE("a probe that would hide a member of a line is refused") {
  scratch_folder const scratch;
  auto const bad = rg::compose(rg::group_parity<8, 2>{}, rg::dit<>{}, rg::denoising{}, loss_probe{});
  auto run       = rg::train(bad, short_run(2), scripted_engine{});
  CHECK_THROWS_AS(static_cast<void>(rg::record(run, scratch / "run")), rg::range_error);
  CHECK_FALSE(fs::exists(scratch / "run"));
}

TEST_CASE("a plan without probes is recorded too: its losses") {
  scratch_folder const scratch;
  auto const bare = rg::compose(rg::group_parity<8, 2>{}, rg::dit<>{}, rg::denoising{});
  auto run        = rg::train(bare, short_run(2), scripted_engine{});
  for (auto const& step : rg::record(run, scratch / "run"))
    (void)step;
  CHECK(rg::read_metrics(scratch / "run").contains("loss"));
}
