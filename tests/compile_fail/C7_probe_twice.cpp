// SPDX-License-Identifier: MIT
// One probe twice: value<P>() could not tell them apart.
#include <regula/core.hpp>

namespace rg = regula;

#ifdef REGULA_REPAIRED
auto plan() {
  return rg::compose(rg::group_parity<12, 3>{}, rg::dit<>{}, rg::denoising{}, rg::rule_accuracy{}, rg::memorization{});
}
#else
auto plan() {
  return rg::compose(rg::group_parity<12, 3>{}, rg::dit<>{}, rg::denoising{}, rg::rule_accuracy{}, rg::rule_accuracy{});
}
#endif
