// SPDX-License-Identifier: MIT
// A probe that needs boards drawn from the model, and an objective whose models none can be drawn from.
#include <regula/core.hpp>

namespace rg = regula;

struct labels_only : rg::denoising<> {
#ifndef REGULA_REPAIRED
  static rg::no_sampler sampler() { return {}; }
#endif
};

auto plan() { return rg::compose(rg::group_parity<12, 3>{}, rg::dit<>{}, labels_only{}, rg::rule_accuracy{}); }
