// SPDX-License-Identifier: MIT
#include <regula/core.hpp>
#include <regula/objectives/conditionals.hpp>
#include <regula/objectives/uniform_bound.hpp>

#include <fmt/core.h>

#include <cmath>
#include <span>
#include <vector>

int main() {
  regula::group_parity<12, 3> const rule;
  regula::uniform_diffusion const objective{.t_min = 1e-3};
  auto const boards = regula::draw_split(rule, {.train = 128}, 7).training;

  // The rule's exact conditionals stand in for a trained network: no network can do better.
  auto const model = regula::model_of(objective, regula::population{rule});
  regula::data_shape const shape{.board = {2, 6}, .channels = 1, .alphabet = 2};
  auto const bound = regula::uniform_bound(model, boards.tokens(), shape);
  fmt::print("bound {:.2f} nats a cell, entropy {:.2f}\n", bound.mean, std::log(256) / 12);

  // A board with one cell flipped, put back as if it had been corrupted at t = 0.1.
  std::vector<regula::token> board{1, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0};
  objective.sampler().restore(model, board, 0.1, shape, {.seed = 1, .use = regula::purpose::sampler});
  fmt::print("restored: {}\n", rule.holds(std::span{board}.first<12>()));
}
