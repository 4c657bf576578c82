// SPDX-License-Identifier: MIT
// A start without deviation: all heads would stay alike.
#include <regula/models/gpt.hpp>

#ifdef REGULA_REPAIRED
constexpr regula::size chosen{.deviation = 0.02};
#else
constexpr regula::size chosen{.deviation = 0};
#endif

static_assert(regula::check_model<regula::gpt<chosen>>());
