// SPDX-License-Identifier: MIT
// Two rules.
#include <regula/core.hpp>

namespace rg = regula;

#ifdef REGULA_REPAIRED
auto plan() { return rg::compose(rg::group_parity<12, 3>{}, rg::dit<>{}, rg::denoising{}); }
#else
auto plan() { return rg::compose(rg::group_parity<12, 3>{}, rg::exact_k<12, 4>{}, rg::dit<>{}, rg::denoising{}); }
#endif
