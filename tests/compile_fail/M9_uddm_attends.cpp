// SPDX-License-Identifier: MIT
// Causal or not is asked of a uddm, which always sees all cells.
#include <regula/models/uddm.hpp>

#ifdef REGULA_REPAIRED
constexpr regula::size chosen{.width = 32};
#else
constexpr regula::size chosen{.width = 32, .attends = regula::attention::bidirectional};
#endif

static_assert(regula::check_model<regula::uddm<chosen>>());
