// SPDX-License-Identifier: MIT
// Predictions are needed, and a uddm offers logits at a noise level.
#include <regula/core.hpp>

namespace rg = regula;

#ifdef REGULA_REPAIRED
auto plan() { return rg::compose(rg::k_parity<8, 3>{{1, 4, 6}}, rg::one_layer_transformer<>{}, rg::squared_parity{}); }
#else
auto plan() { return rg::compose(rg::k_parity<8, 3>{{1, 4, 6}}, rg::uddm<>{}, rg::squared_parity{}); }
#endif
