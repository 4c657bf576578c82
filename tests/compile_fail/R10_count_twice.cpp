// SPDX-License-Identifier: MIT
// A count that is listed twice.
#include <regula/rules/row_variable_k.hpp>

#ifdef REGULA_REPAIRED
auto candidate() { return regula::row_variable_k<6, 6, 2, 4>{}; }
#else
auto candidate() { return regula::row_variable_k<6, 6, 2, 2>{}; }
#endif
