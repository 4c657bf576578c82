// SPDX-License-Identifier: MIT
// A reduced network without hidden units.
#include <regula/models/uniform_attention_mlp.hpp>

#ifdef REGULA_REPAIRED
constexpr regula::reduced chosen{.hidden = 1};
#else
constexpr regula::reduced chosen{.hidden = 0};
#endif

static_assert(regula::check_model<regula::uniform_attention_mlp<chosen>>());
