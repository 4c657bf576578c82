// SPDX-License-Identifier: MIT
// 2^36 boards.
#include <regula/rules/exact_k.hpp>
#include <regula/rules/table.hpp>

#ifdef REGULA_REPAIRED
void candidate() { (void)regula::tabled(regula::exact_k<16, 3>{}); }
#else
void candidate() { (void)regula::tabled(regula::exact_k<36, 3>{}); }
#endif
