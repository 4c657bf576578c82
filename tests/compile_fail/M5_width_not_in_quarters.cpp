// SPDX-License-Identifier: MIT
// A transformer whose width does not divide into the four parts of its position table.
#include <regula/models/dit.hpp>

#ifdef REGULA_REPAIRED
constexpr regula::size chosen{.width = 12, .depth = 1, .heads = 3};
#else
constexpr regula::size chosen{.width = 6, .depth = 1, .heads = 3};
#endif

static_assert(regula::check_model<regula::dit<chosen>>());
