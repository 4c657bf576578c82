// SPDX-License-Identifier: MIT
// No rule.
#include <regula/core.hpp>

namespace rg = regula;

#ifdef REGULA_REPAIRED
auto plan() { return rg::compose(rg::dit<>{}, rg::denoising{}, rg::rule_accuracy{}, rg::group_parity<12, 3>{}); }
#else
auto plan() { return rg::compose(rg::dit<>{}, rg::denoising{}, rg::rule_accuracy{}); }
#endif
