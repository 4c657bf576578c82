// SPDX-License-Identifier: MIT
#include <regula/runs/metrics.hpp>

#include "../../support/golden_clocks.hpp"
#include "../../support/scratch_folder.hpp"
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace {

namespace rg = regula;
using regula::test::put;
using regula::test::scratch_folder;

rg::run_metrics metrics_of(std::string const& text) {
  scratch_folder const scratch;
  put(scratch / "metrics.jsonl", text);
  return rg::read_metrics(scratch.path());
}

std::string message_of(std::string const& text) {
  try {
    static_cast<void>(metrics_of(text));
  } catch (rg::file_error const& e) {
    std::string const all = e.what();
    return all.substr(all.find("metrics.jsonl"));
  }
  return "";
}

TEST_CASE("every number is a curve by its dotted name; null and absence are NaN") {
  auto const m = metrics_of(R"({"step":0,"loss":2,"a":{"b":{"share":0.5}},"late":null,"text":"x","list":[1,2]})"
                            "\n"
                            R"({"step":10,"loss":1.5,"a":{"b":{"share":null}},"late":3})"
                            "\n"
                            R"({"step":20,"a":{"b":{"share":0.25}},"last":4})"
                            "\n");
  CHECK(m.steps == std::vector<std::uint64_t>{0, 10, 20});
  CHECK_FALSE(m.torn);
  CHECK(m.at("a.b.share").steps == m.steps);
  CHECK(m.at("a.b.share").values[0] == 0.5);
  CHECK(std::isnan(m.at("a.b.share").values[1]));
  CHECK(m.at("a.b.share").values[2] == 0.25);
  CHECK(m.at("loss").values[0] == 2);
  CHECK(std::isnan(m.at("loss").values[2]));
  CHECK(std::isnan(m.at("late").values[0]));
  CHECK(m.at("late").values[1] == 3);
  CHECK(std::isnan(m.at("last").values[1]));
  CHECK(m.at("last").values[2] == 4);
  CHECK_FALSE(m.contains("text"));
  CHECK_FALSE(m.contains("list"));
  CHECK_THROWS_AS(static_cast<void>(m.at("a.b")), rg::range_error);
}

TEST_CASE("a torn last line is left out, wherever it was cut") {
  std::string const line = R"({"step":10,"loss":0.5})";
  for (std::size_t cut = 1; cut < line.size(); ++cut) {
    auto const m = metrics_of("{\"step\":0,\"loss\":1}\n" + line.substr(0, cut));
    CHECK(m.torn);
    CHECK(m.steps == std::vector<std::uint64_t>{0});
    CHECK(m.at("loss").values == std::vector<double>{1});
  }
  auto const whole = metrics_of("{\"step\":0,\"loss\":1}\n" + line);
  CHECK_FALSE(whole.torn);
  CHECK(whole.steps.size() == 2);
  CHECK(metrics_of(std::string("{\"step\":0}\n") + std::string(100, '\0')).torn);  // after a power cut
}

TEST_CASE("anything else that is wrong is refused with its line") {
  std::string const last  = "\n{\"step\":9}\n";
  std::string const wrong = "metrics.jsonl line 2: expected an object with a step above the one before";
  CHECK(message_of("{\"step\":1}\n{\"step\":" + last) == wrong);
  CHECK(message_of("{\"step\":1}\n{\"step\":1}" + last) == wrong);
  CHECK(message_of("{\"step\":1}\n{\"step\":-1}" + last) == wrong);
  CHECK(message_of("{\"step\":1}\n{\"step\":2.5}" + last) == wrong);
  CHECK(message_of("{\"step\":1}\n[2]" + last) == wrong);
  CHECK(message_of("{\"step\":1}\n{\"loss\":2}" + last) == wrong);
  std::string deep = "1";
  for (int i = 0; i < 14; ++i)
    deep = "{\"a\":" + deep + '}';
  CHECK(message_of("{\"step\":1,\"x\":" + deep + "}\n") == "");
  std::size_t const hostile = 100'000;
  deep.clear();
  for (std::size_t i = 0; i < hostile; ++i)
    deep += "{\"a\":";
  deep += "1" + std::string(hostile, '}');
  CHECK(message_of("{\"step\":1,\"x\":" + deep + "}\n") ==
        "metrics.jsonl line 1: expected at most 16 objects in each other");
}

TEST_CASE("a folder without metrics is a file_error, an empty file an empty record") {
  scratch_folder const scratch;
  CHECK_THROWS_AS(static_cast<void>(rg::read_metrics(scratch / "nowhere")), rg::file_error);
  CHECK_THROWS_AS(static_cast<void>(rg::read_run(scratch.path())), rg::file_error);
  std::filesystem::create_directory(scratch / "metrics.jsonl");
  CHECK_THROWS_AS(static_cast<void>(rg::read_metrics(scratch.path())), rg::file_error);
  auto const none = metrics_of("");
  CHECK(none.steps.empty());
  CHECK(rg::clocks_of(none) == rg::innovation_window{});
  put(scratch / "run.json", "{\"status\":");
  CHECK_THROWS_AS(static_cast<void>(rg::read_run(scratch.path())), rg::file_error);
}

/// A record of these curves, as a run writes it.
std::string record_of(rg::json const& steps, rg::json const& rule, rg::json const& memory, double chance) {
  std::string out;
  for (std::size_t i = 0; i < steps.size(); ++i)
    out += rg::text_of({{"step", steps[i]},
                        {"rule_accuracy", {{"valid", {{"share", rule[i]}}}}},
                        {"memorization", {{"copied", {{"share", memory[i]}}}, {"chance", chance}}}}) +
           '\n';
  return out;
}

TEST_CASE("clocks of a record: chance is added to the memory threshold") {
  rg::json const steps = {0, 10, 20, 30, 40, 50, 60, 70};
  rg::json const rule  = {0, 0.95, 0.95, 0.95, 0.95, 0.95, 1, 1};
  rg::json const copy  = {0, 0.2, 0.2, 0.3, 0.3, 0.3, 0.3, 0.3};
  auto const fixed     = metrics_of(record_of(steps, rule, copy, 0));
  CHECK(rg::memory_threshold_of(fixed) == 0.10);
  CHECK(rg::clocks_of(fixed).tau_rule.step == 10);
  CHECK(rg::clocks_of(fixed).tau_mem.step == 10);
  auto const adaptive = metrics_of(record_of(steps, rule, copy, 0.125));
  CHECK(rg::memory_threshold_of(adaptive) == 0.225);
  CHECK(rg::clocks_of(adaptive).tau_mem.step == 30);
  CHECK(rg::clocks_of(adaptive).status() == rg::window_status::open);
}

TEST_CASE("golden: both clocks survive the way through a record") {
  for (auto const& c : regula::test::golden_clocks()["window"]) {
    auto const ordered = [&c](char const* name) { return rg::json::parse(c[name].dump()); };
    auto const run     = c["run"].get<std::size_t>();
    auto const m       = metrics_of(record_of(ordered("steps"), ordered("rule_accuracy"), ordered("memorization"), 0));
    auto const window  = rg::clocks_of(m,
                                       {.rule   = {.threshold = c["rule_threshold"].get<double>(), .run = run},
                                        .memory = {.threshold = c["memory_threshold"].get<double>(), .run = run}});
    CAPTURE(c["name"].get<std::string>());
    CHECK(window.tau_rule == regula::test::reading_of(c["tau_rule"], c["last_step"]));
    CHECK(window.tau_mem == regula::test::reading_of(c["tau_mem"], c["last_step"]));
    CHECK(to_string(window.status()) == c["status"].get<std::string>());
  }
}

TEST_CASE("a clock whose curve is not there is censored without a last step; with neither there is nothing to read") {
  auto const rule_only = metrics_of("{\"step\":0,\"rule_accuracy\":{\"valid\":{\"share\":1}}}\n");
  CHECK(rg::clocks_of(rule_only, {.rule = {.threshold = 0.9, .run = 1}}).tau_rule.step == 0);
  CHECK_FALSE(rg::clocks_of(rule_only).tau_mem.last_step);
  CHECK_THROWS_AS(static_cast<void>(rg::clocks_of(metrics_of("{\"step\":0,\"loss\":1}\n"))), rg::range_error);
}

}  // namespace
