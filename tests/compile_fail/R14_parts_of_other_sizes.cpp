// SPDX-License-Identifier: MIT
// Rules on 12 and on 10 cells.
#include <regula/rules/combine.hpp>
#include <regula/rules/exact_k.hpp>

#ifdef REGULA_REPAIRED
void candidate() { (void)regula::both(regula::exact_k<12, 3>{}, regula::exact_k<12, 4>{}); }
#else
void candidate() { (void)regula::both(regula::exact_k<12, 3>{}, regula::exact_k<10, 4>{}); }
#endif
