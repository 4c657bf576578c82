// SPDX-License-Identifier: MIT
// Latin squares of order 6 are too many for a table.
#include <regula/oracles/population.hpp>
#include <regula/rules/latin_square.hpp>

#ifdef REGULA_REPAIRED
regula::population const candidate{regula::latin_square<4>{}};
#else
regula::population const candidate{regula::latin_square<6>{}};
#endif
