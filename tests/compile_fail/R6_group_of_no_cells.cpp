// SPDX-License-Identifier: MIT
// Groups of no cells.
#include <regula/rules/group_parity.hpp>

#ifdef REGULA_REPAIRED
auto candidate() { return regula::group_parity<36, 1>{}; }
#else
auto candidate() { return regula::group_parity<36, 0>{}; }
#endif
