// SPDX-License-Identifier: MIT
// A uddm whose channels cannot be shared out among its heads.
#include <regula/models/uddm.hpp>

#ifdef REGULA_REPAIRED
constexpr regula::size chosen{.width = 64, .depth = 1, .heads = 4};
#else
constexpr regula::size chosen{.width = 64, .depth = 1, .heads = 3};
#endif

static_assert(regula::check_model<regula::uddm<chosen>>());
