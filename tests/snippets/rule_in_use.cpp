// SPDX-License-Identifier: MIT
//! [doc]
#include <regula/core.hpp>

#include <fmt/core.h>

#include <array>

int main() {
  using parity = regula::group_parity<12, 3>;
  parity const rule;
  std::array<regula::token, 12> board{};

  regula::stream rng{/*seed*/ 7, regula::purpose::test, /*step*/ 0, /*index*/ 0};
  rule.draw(rng, board);
  fmt::print("drawn: {}\n", rule.holds(board) ? "holds" : "broken");

  board[4] = board[4] == 0 ? 1 : 0;
  std::array<bool, regula::clause_count<parity>()> verdicts{};
  rule.judge(board, verdicts);
  fmt::print("cell 4 flipped: {}\n", rule.holds(board) ? "holds" : "broken");
  for (bool const verdict : verdicts)
    fmt::print("  group {}\n", verdict ? "even" : "odd");

  fmt::print("{} has {} boards\n", regula::describe(rule).text(), *rule.population().exact);
}
//! [doc]
