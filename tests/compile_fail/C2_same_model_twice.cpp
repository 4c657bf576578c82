// SPDX-License-Identifier: MIT
// Two models, one of them twice.
#include <regula/core.hpp>

namespace rg = regula;

#ifdef REGULA_REPAIRED
auto plan() { return rg::compose(rg::group_parity<12, 3>{}, rg::dit<>{}, rg::denoising{}); }
#else
auto plan() { return rg::compose(rg::group_parity<12, 3>{}, rg::dit<>{}, rg::dit<>{}, rg::denoising{}); }
#endif
