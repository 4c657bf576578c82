// SPDX-License-Identifier: MIT
// No objective.
#include <regula/core.hpp>

namespace rg = regula;

#ifdef REGULA_REPAIRED
auto plan() { return rg::compose(rg::group_parity<12, 3>{}, rg::dit<>{}, rg::denoising{}, rg::rule_accuracy{}); }
#else
auto plan() { return rg::compose(rg::group_parity<12, 3>{}, rg::dit<>{}, rg::rule_accuracy{}); }
#endif
