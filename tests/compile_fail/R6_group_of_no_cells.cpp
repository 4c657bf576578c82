// SPDX-License-Identifier: MIT
// Groups of no cells.
#include <regula/core.hpp>

#ifdef REGULA_REPAIRED
auto plan() { return regula::compose(regula::group_parity<36, 1>{}, regula::dit<>{}, regula::denoising{}); }
#else
auto plan() { return regula::compose(regula::group_parity<36, 0>{}, regula::dit<>{}, regula::denoising{}); }
#endif
