// SPDX-License-Identifier: MIT
// Groups of 5 cells on a board of 36.
#include <regula/rules/group_parity.hpp>

#ifdef REGULA_REPAIRED
auto candidate() { return regula::group_parity<36, 6>{}; }
#else
auto candidate() { return regula::group_parity<36, 5>{}; }
#endif
