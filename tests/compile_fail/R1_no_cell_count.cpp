// SPDX-License-Identifier: MIT
// A rule that does not say how many cells it has.
#include <regula/concepts/rule.hpp>

struct candidate {
#ifdef REGULA_REPAIRED
  static constexpr std::size_t cell_count = 4;
#endif
  static constexpr regula::token alphabet = 2;
  bool holds(regula::cells<4>) const noexcept { return true; }
  void draw(auto&, regula::cells_out<4>) const {}
};

static_assert(regula::check_rule<candidate>());
