// SPDX-License-Identifier: MIT
// Boxes of 2 x 2 on a board of 6 rows.
#include <regula/rules/sudoku.hpp>

#ifdef REGULA_REPAIRED
auto candidate() { return regula::sudoku<6, 2, 3>{}; }
#else
auto candidate() { return regula::sudoku<6, 2, 2>{}; }
#endif
