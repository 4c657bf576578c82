// SPDX-License-Identifier: MIT
#include <regula/runs/figure.hpp>

#include "../../support/scratch_folder.hpp"
#include <doctest/doctest.h>
#include <stdlib.h>

#include <cstddef>
#include <filesystem>
#include <string>

namespace {

namespace rg = regula;
namespace fs = std::filesystem;
using regula::test::content_of;
using regula::test::put;
using regula::test::scratch_folder;

/// Rule accuracy 1 from step `rule` on, copies 1 from step `memory` on, looked at every 10 steps to 200.
void put_run(fs::path const& folder, int rule, int memory, std::string const& name = "group_parity") {
  fs::create_directories(folder);
  std::string lines;
  for (int step = 0; step <= 200; step += 10)
    lines +=
        rg::text_of({{"step", step},
                     {"loss", 1.0 / (1 + step)},
                     {"mean_loss", 2.0 / (1 + step)},
                     {"rule_accuracy", {{"valid", {{"share", step >= rule ? 1 : 0}}}, {"clauses", {{"share", 0.5}}}}},
                     {"memorization", {{"copied", {{"share", step >= memory ? 1 : 0}}}, {"chance", 0.125}}}}) +
        '\n';
  put(folder / "metrics.jsonl", lines);
  put(folder / "run.json",
      rg::text_of({{"rule",
                    {{"name", name},
                     {"parameters", {{"cells", 8}}},
                     {"population", {{"log2", 6.0}}},
                     {"cells", 8},
                     {"alphabet", 2}}},
                   {"data", {{"training", 8}}},
                   {"settings", {{"seed", 3}}}}));
}

bool has_gnuplot() { return std::system("command -v gnuplot >/dev/null 2>&1") == 0; }  // NOLINT

/// PATH without any program while it lives.
class empty_path {
 public:
  empty_path() { ::setenv("PATH", "/nonexistent", 1); }
  empty_path(empty_path const&)            = delete;
  empty_path& operator=(empty_path const&) = delete;
  ~empty_path() { ::setenv("PATH", before_.c_str(), 1); }

 private:
  std::string before_ = ::getenv("PATH");
};

TEST_CASE("the table holds one row an evaluation, and NaN where there is no value") {
  scratch_folder const scratch;
  put(scratch / "metrics.jsonl",
      "{\"step\":0,\"loss\":2}\n{\"step\":5,\"loss\":1.5,\"rule_accuracy\":{\"valid\":{\"share\":0.25}}}\n");
  static_cast<void>(rg::write_figure(scratch.path()));
  CHECK(content_of(scratch / "figure.csv") ==
        "step,loss,mean_loss,rule,clauses,copied,chance\n"
        "0,2,NaN,NaN,NaN,NaN,NaN\n"
        "5,1.5,NaN,0.25,NaN,NaN,NaN\n");
}

TEST_CASE("gnuplot draws the run, in a folder of any name and whatever the record says") {
  if (!has_gnuplot()) return;
  scratch_folder const scratch;
  for (std::string const name : {"plain", "with space", "quote'\"s", "$(touch x)`touch y`;", "ä"}) {
    auto const folder = scratch / name;
    put_run(folder, 50, 150, "a'; system('touch z'); '`touch z`\n@b {/=90 c}");
    auto const report = rg::write_figure(folder);
    CHECK(report.reason == "");
    CHECK(report.drawn);
    CHECK(content_of(folder / "figure.svg").find("</svg>") != std::string::npos);
    CHECK_FALSE(fs::exists(folder / "z"));
    CHECK_FALSE(fs::exists("z"));
  }
}

TEST_CASE("clocks and window are in the script: open, open at the end, and none for retrieval") {
  scratch_folder const scratch;
  auto const script_of = [&](int rule, int memory) {
    auto const folder = scratch / std::to_string(rule) += "-" + std::to_string(memory);
    put_run(folder, rule, memory);
    static_cast<void>(rg::write_figure(folder));
    return content_of(folder / "figure.gp");
  };
  auto const holds = [](std::string const& text, std::string const& part) {
    return text.find(part) != std::string::npos;
  };
  auto const open = script_of(50, 150);
  CHECK(holds(open, "rectangle from 50, graph 0 to 150, graph 1"));
  CHECK(holds(open, "}_{rule} = 50"));
  CHECK(holds(open, "}_{mem} = 150"));
  CHECK(holds(open, "0.225 with lines"));  // memory threshold 0.10 + 8/64
  CHECK(holds(open, "0.25 with lines"));   // rule by chance 2^6 / 2^8
  CHECK(holds(open, "'group_parity (cells 8),  N = 8,"));
  auto const open_at_end = script_of(50, 1000);
  CHECK(holds(open_at_end, "rectangle from 50, graph 0 to 212, graph 1"));  // the axis ends 6 % later
  CHECK_FALSE(holds(open_at_end, "}_{mem}"));
  auto const retrieval = script_of(150, 50);
  CHECK_FALSE(holds(retrieval, "rectangle from"));
  CHECK(holds(retrieval, "}_{rule} = 150"));
}

TEST_CASE("without gnuplot the table and the script are there, no old picture, and the caller is told") {
  scratch_folder const scratch;
  put_run(scratch / "run", 50, 150);
  put(scratch / "run/figure.svg", "old");
  empty_path const nothing;
  auto const report = rg::write_figure(scratch / "run");
  CHECK_FALSE(report.drawn);
  CHECK(report.reason.find("gnuplot on PATH") != std::string::npos);
  CHECK(fs::exists(scratch / "run/figure.csv"));
  CHECK(fs::exists(scratch / "run/figure.gp"));
  CHECK_FALSE(fs::exists(scratch / "run/figure.svg"));
}

TEST_CASE("a run that has just begun has nothing to draw, one with few curves is drawn") {
  scratch_folder const scratch;
  for (std::string const text : {"", "{\"step\":0,\"loss\":1,\"rule_accuracy\":{\"valid\":{\"share\":0}}}\n"}) {
    put(scratch / "metrics.jsonl", text);
    auto const report = rg::write_figure(scratch.path());
    CHECK_FALSE(report.drawn);
    CHECK(report.reason == "write_figure: expected an evaluation after step 0, there is none to draw yet");
  }
  put(scratch / "metrics.jsonl", "{\"step\":1,\"rule_accuracy\":{\"valid\":{\"share\":0}}}\n");
  if (has_gnuplot()) CHECK(rg::write_figure(scratch.path()).reason == "");
  CHECK_THROWS_AS(static_cast<void>(rg::write_figure(scratch / "nowhere")), rg::file_error);
}

TEST_CASE("numbers and texts of the script") {
  CHECK(rg::detail::with_commas(7) == "7");
  CHECK(rg::detail::with_commas(999) == "999");
  CHECK(rg::detail::with_commas(20'700) == "20,700");
  CHECK(rg::detail::with_commas(1'234'567) == "1,234,567");
  CHECK(rg::detail::gnuplot_text("it's\n") == "'it''s '");
}

}  // namespace
