// SPDX-License-Identifier: MIT
// More symbols 1 than cells.
#include <regula/rules/exact_k.hpp>

#ifdef REGULA_REPAIRED
auto candidate() { return regula::exact_k<36, 36>{}; }
#else
auto candidate() { return regula::exact_k<36, 37>{}; }
#endif
