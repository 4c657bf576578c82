// SPDX-License-Identifier: MIT
// More secret cells than free ones.
#include <regula/rules/k_parity.hpp>

#ifdef REGULA_REPAIRED
auto candidate() { return regula::k_parity<4, 4>::drawn_from(1); }
#else
auto candidate() { return regula::k_parity<4, 5>::drawn_from(1); }
#endif
