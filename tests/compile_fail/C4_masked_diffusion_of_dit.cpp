// SPDX-License-Identifier: MIT
// Logits of hidden cells are needed, and a dit offers a denoiser.
#include <regula/core.hpp>

namespace rg = regula;

#ifdef REGULA_REPAIRED
auto plan() { return rg::compose(rg::k_parity<8, 3>{{1, 4, 6}}, rg::uddm_masked<>{}, rg::masked_diffusion<>{}); }
#else
auto plan() { return rg::compose(rg::k_parity<8, 3>{{1, 4, 6}}, rg::dit<>{}, rg::masked_diffusion<>{}); }
#endif
