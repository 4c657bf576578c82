// SPDX-License-Identifier: MIT
//! [doc]
#include <regula/core.hpp>
#include <regula/objectives/masked_bound.hpp>

#include <fmt/core.h>

namespace rg = regula;

int main() {
  // Times from 0 to 0.2; the floor keeps the weights 1/t below 50.
  rg::masked_diffusion<> const objective{.t = {.lo = 0, .hi = 0.2}, .floor = 0.02};
  rg::check(objective);

  rg::group_parity<12, 3> const rule;
  auto const boards = rg::draw_split(rule, {.train = 256}, 7).training;
  rg::batch const clean{.shape  = {.board = {3, 4}, .channels = 1, .alphabet = 2},
                        .size   = boards.size(),
                        .boards = {boards.tokens().begin(), boards.tokens().end()},
                        .values = {}};
  auto const masked = rg::corrupt(objective, clean, {.seed = 7, .use = rg::purpose::test});

  rg::masked_tally drawn;
  objective.count(clean, masked, drawn);
  fmt::print("largest weight {:.0f}, {:.1f} % of cells hidden\n", drawn.largest_weight, 100 * drawn.mask_share());

  // Evaluation sees the full range of t. Who has learned the rule loses ln 2 (1 - 1/3) a cell.
  rg::oracle_masked_view const oracle{rg::population{rule}};
  auto const bound = rg::masked_bound(oracle, boards.tokens(), clean.shape);
  fmt::print(
      "t in [{}, {}]: {:.3f} +- {:.3f} nats a cell\n", bound.t_low, bound.t_high, bound.mean, bound.standard_error);
  fmt::print("all masks: {:.4f}\n", rg::exact_masked_bound(oracle, boards[0], clean.shape).mean);
}
//! [doc]
