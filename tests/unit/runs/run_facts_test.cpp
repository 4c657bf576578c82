// SPDX-License-Identifier: MIT
#include <regula/pipeline/train.hpp>
#include <regula/runs/run_facts.hpp>

#include "../../support/palindrome.hpp"
#include "../../support/scripted_engine.hpp"
#include <doctest/doctest.h>

#include <string>

namespace {

namespace rg = regula;
using regula::test::scripted_engine;

using model_type = rg::dit<rg::size{.width = 16, .depth = 2, .heads = 4}>;

TEST_CASE("a record tells everything that made the run") {
  auto const plan =
      rg::compose(rg::group_parity<24, 3>{}, model_type{}, rg::denoising{.sigma_data = 0.5}, rg::rule_accuracy{});
  rg::settings settings{.train_size = 20, .held_out_size = 10, .steps = 3, .seed = 42};
  settings.optimizer = rg::adamw{.decay = 0.25};
  auto const run     = rg::train(plan, settings, scripted_engine{});
  auto const facts   = rg::run_facts(run);

  CHECK(facts["plan"] ==
        "group_parity{cells 24, group 3} | dit{width 16, depth 2, heads 4} | denoising | rule_accuracy");
  CHECK(facts["rule"]["name"] == "group_parity");
  CHECK(facts["rule"]["version"] == 1);
  CHECK(facts["rule"]["parameters"]["group"] == 3);
  CHECK(facts["rule"]["cells"] == 24);
  CHECK(facts["rule"]["alphabet"] == 2);
  CHECK(facts["rule"]["board"] == rg::json{{"rows", 4}, {"cols", 6}});
  CHECK(facts["rule"]["population"]["exact"] == "65536");  // 2^(24 - 8)
  CHECK(facts["rule"]["population"]["log2"] == 16.0);
  CHECK(facts["model"]["parameters"] == rg::json{{"width", 16}, {"depth", 2}, {"heads", 4}});
  CHECK(facts["model"]["parameter_count"] == model_type::parameter_count(plan.shape()));
  CHECK(facts["objective"]["name"] == "denoising");
  CHECK(facts["objective"]["settings"]["sigma_data"] == 0.5);
  CHECK(facts["probes"].size() == 1);
  CHECK(facts["probes"][0]["name"] == "rule_accuracy");
  CHECK(facts["settings"]["seed"] == 42);
  CHECK(facts["settings"]["optimizer"]["adamw"]["decay"] == 0.25);
  CHECK(facts["data"]["training"] == 20);
  CHECK(facts["data"]["held_out"] == 10);
  CHECK(facts["data"]["control"] == 20);
  CHECK(facts["metrics_are_of"] == "raw weights");
  CHECK(facts["engine"]["name"] == "scripted");
  CHECK(facts["build"]["regula"] == std::string{rg::version});
  CHECK(facts["machine"]["cores"].get<int>() >= 1);
}

TEST_CASE("the hash tells data sets apart, and equal ones are equal") {
  auto const plan = rg::compose(rg::group_parity<24, 3>{}, model_type{}, rg::denoising{});
  auto const hash = [&](std::uint64_t seed) {
    return rg::run_facts(rg::train(plan, {.train_size = 20, .seed = seed}, scripted_engine{}))["data"]["training_hash"]
        .get<std::string>();
  };
  CHECK(hash(1) == hash(1));
  CHECK(hash(1) != hash(2));
}

TEST_CASE("a rule that says nothing of itself goes by its type, its population is null") {
  auto const rule = rg::rule_json(regula::test::palindrome<6>{});
  CHECK(rule["name"].get<std::string>().find("palindrome<6") != std::string::npos);
  CHECK(rule["population"].is_null());
}

}  // namespace
