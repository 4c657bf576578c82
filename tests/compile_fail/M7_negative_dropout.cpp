// SPDX-License-Identifier: MIT
// A negative share of dropped entries.
#include <regula/models/uddm.hpp>

#ifdef REGULA_REPAIRED
constexpr regula::size chosen{.dropout = 0};
#else
constexpr regula::size chosen{.dropout = -0.1};
#endif

static_assert(regula::check_model<regula::uddm_masked<chosen>>());
