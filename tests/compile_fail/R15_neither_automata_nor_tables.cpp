// SPDX-License-Identifier: MIT
// Latin squares of order 6 are too many for a table.
#include <regula/rules/combine.hpp>
#include <regula/rules/latin_square.hpp>
#include <regula/rules/sudoku.hpp>

#ifdef REGULA_REPAIRED
void candidate() { (void)regula::but_not(regula::latin_square<4>{}, regula::sudoku<4, 2, 2>{}); }
#else
void candidate() { (void)regula::but_not(regula::latin_square<6>{}, regula::sudoku<6, 2, 3>{}); }
#endif
