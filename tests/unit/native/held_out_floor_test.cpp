// SPDX-License-Identifier: MIT
// What networks lose on boards they have not seen, while they learn: never less than the entropy of the rule.
#include <regula/core.hpp>
#include <regula/native.hpp>
#include <regula/probes/board_loss.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <numbers>

namespace {

namespace rg = regula;

/// The losses on held-out boards along a run stay above the floor of group parity; returns the last.
template <rg::Model M, rg::Objective O>
double last_held_out_loss(M model, O objective, std::uint64_t steps, double floor) {
  auto const plan = rg::compose(rg::group_parity<12, 3>{}, model, objective, rg::board_loss{.boards = 128});
  rg::settings const settings{.train_size    = 128,
                              .held_out_size = 128,
                              .steps         = steps,
                              .batch         = 64,
                              .seed          = 7,
                              .rate          = {.base = 1e-3},
                              .evaluation    = {.schedule = rg::evaluation_schedule::every(steps / 2)}};
  double last = 0;
  for (auto const& step : rg::train(plan, settings, rg::native{.threads = 1})) {
    if (!step.evaluated()) continue;
    auto const& found = step.template value<rg::board_loss>();
    CAPTURE(step.index);
    CHECK(found.held_out.mean > floor - 4 * found.held_out.standard_error);
    last = found.held_out.mean;
  }
  return last;
}

TEST_CASE("held-out loss: networks that learn group parity do not go below its entropy") {
  double const floor = std::numbers::ln2 * 2 / 3;
  using small        = rg::gpt<rg::size{.width = 32, .depth = 2, .heads = 4}>;
  CHECK(last_held_out_loss(small{}, rg::next_token{}, 400, floor) < 0.6);  // 1.09 before the first step
  using masked =
      rg::gpt<rg::size{.width = 32, .depth = 2, .heads = 4, .attends = rg::attention::bidirectional, .deviation = 0.1}>;
  rg::masked_diffusion<> const window{.t = {.lo = 0, .hi = 0.5}, .floor = 0.02};
  CHECK(last_held_out_loss(masked{}, window, 400, floor / (1 - 1e-3)) < 0.72);
}

}  // namespace
