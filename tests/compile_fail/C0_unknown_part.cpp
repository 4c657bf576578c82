// SPDX-License-Identifier: MIT
// A part that is none of the four.
#include <regula/core.hpp>

namespace rg = regula;

#ifdef REGULA_REPAIRED
auto plan() { return rg::compose(rg::group_parity<12, 3>{}, rg::dit<>{}, rg::denoising{}); }
#else
auto plan() { return rg::compose(rg::group_parity<12, 3>{}, rg::dit<>{}, rg::denoising{}, 64); }
#endif
