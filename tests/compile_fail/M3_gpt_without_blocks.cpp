// SPDX-License-Identifier: MIT
// A gpt without blocks.
#include <regula/models/gpt.hpp>

#ifdef REGULA_REPAIRED
constexpr regula::size chosen{.width = 64, .depth = 1, .heads = 4};
#else
constexpr regula::size chosen{.width = 64, .depth = 0, .heads = 4};
#endif

static_assert(regula::check_model<regula::gpt<chosen>>());
