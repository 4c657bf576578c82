// SPDX-License-Identifier: MIT
// Dropout that leaves nothing.
#include <regula/models/gpt.hpp>

#ifdef REGULA_REPAIRED
constexpr regula::size chosen{.dropout = 0.9};
#else
constexpr regula::size chosen{.dropout = 1};
#endif

static_assert(regula::check_model<regula::gpt<chosen>>());
