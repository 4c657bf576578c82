// SPDX-License-Identifier: MIT
// A gpt whose width is not divisible by 4.
#include <regula/models/gpt.hpp>

#ifdef REGULA_REPAIRED
constexpr regula::size chosen{.width = 12, .depth = 1, .heads = 3};
#else
constexpr regula::size chosen{.width = 6, .depth = 1, .heads = 3};
#endif

static_assert(regula::check_model<regula::gpt<chosen>>());
