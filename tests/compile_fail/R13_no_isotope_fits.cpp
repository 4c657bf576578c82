// SPDX-License-Identifier: MIT
// Boards of 9 rows, which isotopes of the cyclic square practically never fit.
#include <regula/rules/isotopy_sudoku.hpp>

#ifdef REGULA_REPAIRED
auto candidate() { return regula::isotopy_sudoku<6, 2, 3>{}; }
#else
auto candidate() { return regula::isotopy_sudoku<9, 3, 3>{}; }
#endif
