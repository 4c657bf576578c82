// SPDX-License-Identifier: MIT
// A transformer without attention heads.
#include <regula/models/dit.hpp>

#ifdef REGULA_REPAIRED
constexpr regula::size chosen{.width = 64, .depth = 1, .heads = 1};
#else
constexpr regula::size chosen{.width = 64, .depth = 1, .heads = 0};
#endif

static_assert(regula::check_model<regula::dit<chosen>>());
