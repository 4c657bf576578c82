// SPDX-License-Identifier: MIT
// The width of a condition asked of a gpt, which has none.
#include <regula/models/gpt.hpp>

#ifdef REGULA_REPAIRED
constexpr regula::size chosen{.width = 32};
#else
constexpr regula::size chosen{.width = 32, .condition = 64};
#endif

static_assert(regula::check_model<regula::gpt<chosen>>());
