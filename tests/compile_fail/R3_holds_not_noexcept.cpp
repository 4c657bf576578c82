// SPDX-License-Identifier: MIT
// A rule whose holds() may throw.
#include <regula/concepts/rule.hpp>

struct candidate {
  static constexpr std::size_t cell_count = 4;
  static constexpr regula::token alphabet = 2;
#ifdef REGULA_REPAIRED
  bool holds(regula::cells<4>) const noexcept { return true; }
#else
  bool holds(regula::cells<4>) const { return true; }
#endif
  void draw(auto&, regula::cells_out<4>) const {}
};

static_assert(regula::check_rule<candidate>());
