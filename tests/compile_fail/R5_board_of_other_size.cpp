// SPDX-License-Identifier: MIT
// A rule whose board has more cells than the rule.
#include <regula/concepts/rule_refinements.hpp>

struct candidate {
#ifdef REGULA_REPAIRED
  static constexpr regula::extents board{2, 2};
#else
  static constexpr regula::extents board{2, 3};
#endif
  static constexpr std::size_t cell_count = 4;
  static constexpr regula::token alphabet = 2;
  bool holds(regula::cells<4>) const noexcept { return true; }
  void draw(auto&, regula::cells_out<4>) const {}
};

static_assert(regula::board_of<candidate>().rows == 2);
