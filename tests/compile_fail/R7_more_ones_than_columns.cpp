// SPDX-License-Identifier: MIT
// More symbols 1 in a row than it has cells.
#include <regula/rules/row_k.hpp>

#ifdef REGULA_REPAIRED
auto candidate() { return regula::row_k<6, 6, 6>{}; }
#else
auto candidate() { return regula::row_k<6, 6, 7>{}; }
#endif
