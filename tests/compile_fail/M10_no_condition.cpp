// SPDX-License-Identifier: MIT
// A uddm whose noise level has no room.
#include <regula/models/uddm.hpp>

#ifdef REGULA_REPAIRED
constexpr regula::size chosen{.condition = 1};
#else
constexpr regula::size chosen{.condition = 0};
#endif

static_assert(regula::check_model<regula::uddm<chosen>>());
