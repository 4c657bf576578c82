// SPDX-License-Identifier: MIT
// A rule that does not say how many symbols a cell can hold.
#include <regula/concepts/rule.hpp>

struct candidate {
  static constexpr std::size_t cell_count = 4;
#ifdef REGULA_REPAIRED
  static constexpr regula::token alphabet = 2;
#endif
  bool holds(regula::cells<4>) const noexcept { return true; }
  void draw(auto&, regula::cells_out<4>) const {}
};

static_assert(regula::check_rule<candidate>());
