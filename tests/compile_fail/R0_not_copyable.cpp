// SPDX-License-Identifier: MIT
// A rule that cannot be copied.
#include <regula/concepts/rule.hpp>

struct candidate {
  candidate() = default;
#ifdef REGULA_REPAIRED
  candidate(candidate const&)            = default;
  candidate& operator=(candidate const&) = default;
#else
  candidate(candidate const&)            = delete;
  candidate& operator=(candidate const&) = delete;
#endif
  static constexpr std::size_t cell_count = 4;
  static constexpr regula::token alphabet = 2;
  bool holds(regula::cells<4>) const noexcept { return true; }
  void draw(auto&, regula::cells_out<4>) const {}
};

static_assert(regula::check_rule<candidate>());
