// SPDX-License-Identifier: MIT
// A rule that changes when it draws.
#include <regula/concepts/rule.hpp>

struct candidate {
  static constexpr std::size_t cell_count = 4;
  static constexpr regula::token alphabet = 2;
  bool holds(regula::cells<4>) const noexcept { return true; }
#ifdef REGULA_REPAIRED
  void draw(auto&, regula::cells_out<4>) const {}
#else
  void draw(auto&, regula::cells_out<4>) {}
#endif
};

static_assert(regula::check_rule<candidate>());
