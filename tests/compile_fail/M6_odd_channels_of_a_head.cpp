// SPDX-License-Identifier: MIT
// Rotary positions of heads with 3 channels.
#include <regula/models/uddm.hpp>

#ifdef REGULA_REPAIRED
constexpr regula::size chosen{.width = 12, .depth = 1, .heads = 2};
#else
constexpr regula::size chosen{.width = 12, .depth = 1, .heads = 4};
#endif

static_assert(regula::check_model<regula::uddm<chosen>>());
