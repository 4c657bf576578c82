// SPDX-License-Identifier: MIT
// More symbols 1 than cells.
#include <regula/core.hpp>

#ifdef REGULA_REPAIRED
auto plan() { return regula::compose(regula::exact_k<36, 36>{}, regula::dit<>{}, regula::denoising{}); }
#else
auto plan() { return regula::compose(regula::exact_k<36, 37>{}, regula::dit<>{}, regula::denoising{}); }
#endif
