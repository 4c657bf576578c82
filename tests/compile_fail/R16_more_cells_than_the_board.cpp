// SPDX-License-Identifier: MIT
// A rule of three cells on a board of two.
#include <regula/rules/exact_k.hpp>
#include <regula/rules/on_cells.hpp>

#ifdef REGULA_REPAIRED
void candidate() { (void)regula::on_cells<4>(regula::exact_k<3, 1>{}, {0, 1, 2}); }
#else
void candidate() { (void)regula::on_cells<2>(regula::exact_k<3, 1>{}, {0, 1, 2}); }
#endif
