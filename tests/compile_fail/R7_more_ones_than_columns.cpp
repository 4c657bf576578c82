// SPDX-License-Identifier: MIT
// More symbols 1 in a row than it has cells.
#include <regula/core.hpp>

#ifdef REGULA_REPAIRED
auto plan() { return regula::compose(regula::row_k<6, 6, 6>{}, regula::dit<>{}, regula::denoising{}); }
#else
auto plan() { return regula::compose(regula::row_k<6, 6, 7>{}, regula::dit<>{}, regula::denoising{}); }
#endif
