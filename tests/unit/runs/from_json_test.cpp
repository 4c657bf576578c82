// SPDX-License-Identifier: MIT
#include <regula/runs/from_json.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string>

namespace rg = regula;

namespace {

rg::settings every_member_changed() {
  return {.train_size    = 7,
          .held_out_size = 3,
          .steps         = 123'456'789'012'345,
          .batch         = 5,
          .seed          = std::numeric_limits<std::uint64_t>::max(),
          .optimizer     = rg::adamw{.beta1 = 0.8, .beta2 = 0.95, .epsilon = 1e-7, .decay = 0.1, .matrices_only = true},
          .rate          = {.base = 0.1 + 0.2, .course = rg::rate_course::cosine, .warm_up = 9},
          .clip          = 0.5,
          .ema           = 0.999,
          .evaluation    = {.schedule = rg::evaluation_schedule::paper(),
                            .samples  = 33,
                            .sampler  = rg::heun{.levels       = 18,
                                                 .sigma_max    = 40,
                                                 .sigma_min    = 0.01,
                                                 .rho          = 5,
                                                 .second_order = false,
                                                 .churn = {.amount = 1, .sigma_min = 2, .sigma_max = 3, .noise_factor = 4},
                                                 .precision = rg::state_precision::float32},
                            .weights  = rg::weights_kind::average}};
}

std::string fault_of(rg::json const& given) {
  try {
    (void)rg::read_json<rg::settings>(given, "settings");
  } catch (rg::range_error const& e) {
    return e.what();
  }
  return "no fault";
}

}  // namespace

TEST_CASE("settings come back bit by bit from their text") {
  auto const there = every_member_changed();
  auto const back  = rg::read_json<rg::settings>(rg::json::parse(rg::text_of(rg::to_json(there))), "settings");
  CHECK(back.train_size == 7);
  CHECK(back.held_out_size == 3);
  CHECK(back.steps == 123'456'789'012'345);
  CHECK(back.batch == 5);
  CHECK(back.seed == std::numeric_limits<std::uint64_t>::max());
  auto const& optimizer = std::get<rg::adamw>(back.optimizer);
  CHECK(optimizer.beta1 == 0.8);
  CHECK(optimizer.beta2 == 0.95);
  CHECK(optimizer.epsilon == 1e-7);
  CHECK(optimizer.decay == 0.1);
  CHECK(optimizer.matrices_only);
  CHECK(back.rate.base == 0.1 + 0.2);  // 0.30000000000000004, to the last bit
  CHECK(back.rate.course == rg::rate_course::cosine);
  CHECK(back.rate.warm_up == 9);
  CHECK(back.clip == 0.5);
  CHECK(back.ema == 0.999);
  CHECK(back.evaluation.schedule == rg::evaluation_schedule::paper());  // its last range has no end
  CHECK(back.evaluation.samples == 33);
  CHECK(back.evaluation.weights == rg::weights_kind::average);
  auto const& sampler = std::get<rg::heun>(back.evaluation.sampler);
  CHECK(sampler.levels == 18);
  CHECK(sampler.sigma_max == 40);
  CHECK(sampler.sigma_min == 0.01);
  CHECK(sampler.rho == 5);
  CHECK_FALSE(sampler.second_order);
  CHECK(sampler.churn.amount == 1);
  CHECK(sampler.churn.sigma_min == 2);
  CHECK(sampler.churn.sigma_max == 3);
  CHECK(sampler.churn.noise_factor == 4);
  CHECK(sampler.precision == rg::state_precision::float32);
}

TEST_CASE("an optional that is off stays off") {
  auto there          = every_member_changed();
  there.held_out_size = std::nullopt;
  CHECK_FALSE(rg::read_json<rg::settings>(rg::to_json(there), "settings").held_out_size.has_value());
}

TEST_CASE("what cannot be meant is named with its place") {
  auto const whole = rg::to_json(every_member_changed());
  auto const with  = [&](char const* place, rg::json value) {
    rg::json changed                       = whole;
    changed[rg::json::json_pointer(place)] = std::move(value);
    return fault_of(changed);
  };
  CHECK(with("/rate/base", "x") == "settings.rate.base: expected a number, got \"x\"");
  CHECK(with("/steps", -1) == "settings.steps: expected a whole number, got -1");
  CHECK(with("/batch", 1.5) == "settings.batch: expected a whole number, got 1.5");
  CHECK(with("/rate/course", "square") ==
        "settings.rate.course: expected one of constant, linear, cosine, got \"square\"");
  CHECK(with("/optimizer", rg::json{{"lion", {}}}) ==
        "settings.optimizer: expected an object with the name of one alternative, got {\"lion\":null}");
  CHECK(with("/evaluation/schedule/ranges", 3) == "settings.evaluation.schedule.ranges: expected a list, got 3");
  CHECK(with("/evaluation/sampler/heun/second_order", 1) ==
        "settings.evaluation.sampler.heun.second_order: expected true or false, got 1");
  CHECK(with("/rate", rg::json::array()) == "settings.rate: expected an object, got []");
  CHECK(with("/colour", "red") == "settings: expected 10 members, got 11");
  rg::json without = whole;
  without.erase("clip");
  CHECK(fault_of(without) == "settings: expected a member 'clip', got none");
}
