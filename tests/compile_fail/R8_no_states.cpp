// SPDX-License-Identifier: MIT
// An automaton that does not say how many states it has.
#include <regula/rules/automaton.hpp>

struct any_bits {
  static constexpr std::size_t cell_count = 4;
  static constexpr regula::token alphabet = 2;
#ifdef REGULA_REPAIRED
  static constexpr std::size_t state_count = 1;
#endif
  static constexpr std::size_t start() noexcept { return 0; }
  static constexpr std::size_t step(std::size_t, std::size_t s, regula::token) noexcept { return s; }
  static constexpr bool accepts(std::size_t) noexcept { return true; }
};
static_assert(regula::check_automaton<any_bits>());
