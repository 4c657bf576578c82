// SPDX-License-Identifier: MIT
// A list of no counts.
#include <regula/rules/global_k.hpp>

#ifdef REGULA_REPAIRED
auto candidate() { return regula::global_k<6, 6, 2>{}; }
#else
auto candidate() { return regula::global_k<6, 6>{}; }
#endif
