// SPDX-License-Identifier: MIT
// Groups of 5 cells on a board of 36.
#include <regula/core.hpp>

#ifdef REGULA_REPAIRED
auto plan() { return regula::compose(regula::group_parity<36, 6>{}, regula::dit<>{}, regula::denoising{}); }
#else
auto plan() { return regula::compose(regula::group_parity<36, 5>{}, regula::dit<>{}, regula::denoising{}); }
#endif
