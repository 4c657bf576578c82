// SPDX-License-Identifier: MIT
// A bias asked of a one_layer_transformer, which has none.
#include <regula/models/one_layer_transformer.hpp>

#ifdef REGULA_REPAIRED
constexpr regula::reduced chosen{.hidden = 32};
#else
constexpr regula::reduced chosen{.hidden = 32, .bias = true};
#endif

static_assert(regula::check_model<regula::one_layer_transformer<chosen>>());
