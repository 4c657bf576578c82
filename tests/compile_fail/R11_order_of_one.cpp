// SPDX-License-Identifier: MIT
// A Latin square of one cell, whose alphabet has one symbol.
#include <regula/rules/latin_square.hpp>

#ifdef REGULA_REPAIRED
auto candidate() { return regula::latin_square<2>{}; }
#else
auto candidate() { return regula::latin_square<1>{}; }
#endif
