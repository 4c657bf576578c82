// SPDX-License-Identifier: MIT
// Logits of hidden cells are needed, and a causal gpt offers causal logits.
#include <regula/core.hpp>

namespace rg = regula;

#ifdef REGULA_REPAIRED
auto plan() { return rg::compose(rg::k_parity<8, 3>{{1, 4, 6}}, rg::uddm_masked<>{}, rg::masked_diffusion<>{}); }
#else
auto plan() { return rg::compose(rg::k_parity<8, 3>{{1, 4, 6}}, rg::gpt<>{}, rg::masked_diffusion<>{}); }
#endif
