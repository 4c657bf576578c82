// SPDX-License-Identifier: MIT
#include <regula/runs/metrics.hpp>
#include <regula/runs/run_folder.hpp>

#include "../../support/file_size_limit.hpp"
#include "../../support/scratch_folder.hpp"
#include <doctest/doctest.h>

#include <string>

namespace {

namespace rg = regula;
using regula::json;
using regula::run_folder;
using regula::test::content_of;
using regula::test::file_size_limit;
using regula::test::scratch_folder;

TEST_CASE("run.json holds the status before the facts, and is rewritten whole") {
  scratch_folder const scratch;
  run_folder folder(scratch / "a/b", json{{"seed", 7}, {"n", 3}});
  auto facts = rg::read_run(folder.path());
  CHECK(facts.begin().key() == "status");
  CHECK(facts["status"] == "running");
  folder.set_status(rg::run_status::diverged, 12);
  facts = rg::read_run(folder.path());
  CHECK(facts["status"] == "diverged");
  CHECK(facts["step"] == 12);
  CHECK(facts["seed"] == 7);
}

TEST_CASE("on a full disk the line is refused, and everything before it stays readable") {
  scratch_folder const scratch;
  run_folder folder(scratch / "run", json{{"seed", 7}});
  folder.add({{"step", 0}, {"loss", 1.0}});
  {
    file_size_limit const limit(40);
    CHECK_THROWS_AS(folder.add({{"step", 1}, {"text", std::string(100, 'x')}}), rg::file_error);
    CHECK_THROWS_AS(folder.set_status(rg::run_status::stopped, 1), rg::file_error);
  }
  CHECK(content_of(scratch / "run/metrics.jsonl") == "{\"step\":0,\"loss\":1.0}\n");
  CHECK(rg::read_run(scratch / "run")["status"] == "running");
  folder.add({{"step", 2}});
  CHECK(rg::read_metrics(scratch / "run").steps.size() == 2);
  CHECK_FALSE(rg::read_metrics(scratch / "run").torn);
}

TEST_CASE("every status has a name of its own") {
  CHECK(name_of(rg::run_status::running) == "running");
  CHECK(name_of(rg::run_status::finished) == "finished");
  CHECK(name_of(rg::run_status::stopped) == "stopped");
  CHECK(name_of(rg::run_status::diverged) == "diverged");
}

}  // namespace
