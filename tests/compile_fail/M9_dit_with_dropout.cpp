// SPDX-License-Identifier: MIT
// Dropout asked of a dit, which has none.
#include <regula/models/dit.hpp>

#ifdef REGULA_REPAIRED
constexpr regula::size chosen{.width = 32};
#else
constexpr regula::size chosen{.width = 32, .dropout = 0.1};
#endif

static_assert(regula::check_model<regula::dit<chosen>>());
