// SPDX-License-Identifier: MIT
// Causal logits are needed, and a dit offers a denoiser.
#include <regula/core.hpp>

namespace rg = regula;

#ifdef REGULA_REPAIRED
auto plan() { return rg::compose(rg::k_parity<8, 3>{{1, 4, 6}}, rg::gpt<>{}, rg::next_token{}); }
#else
auto plan() { return rg::compose(rg::k_parity<8, 3>{{1, 4, 6}}, rg::dit<>{}, rg::next_token{}); }
#endif
