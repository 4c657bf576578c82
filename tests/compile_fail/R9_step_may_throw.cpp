// SPDX-License-Identifier: MIT
// A step that is not noexcept.
#include <regula/rules/automaton.hpp>

#ifdef REGULA_REPAIRED
#define QUIET noexcept
#else
#define QUIET
#endif

struct any_bits {
  static constexpr std::size_t cell_count  = 4;
  static constexpr regula::token alphabet  = 2;
  static constexpr std::size_t state_count = 1;
  static constexpr std::size_t start() noexcept { return 0; }
  static constexpr std::size_t step(std::size_t, std::size_t s, regula::token) QUIET { return s; }
  static constexpr bool accepts(std::size_t) noexcept { return true; }
};
static_assert(regula::check_automaton<any_bits>());
