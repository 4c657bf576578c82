// SPDX-License-Identifier: MIT
// Logits at a noise level are needed, and a uddm_masked offers logits of hidden cells.
#include <regula/core.hpp>
#include <regula/objectives/uniform_diffusion.hpp>

namespace rg = regula;

#ifdef REGULA_REPAIRED
auto plan() { return rg::compose(rg::k_parity<8, 3>{{1, 4, 6}}, rg::uddm<>{}, rg::uniform_diffusion{}); }
#else
auto plan() { return rg::compose(rg::k_parity<8, 3>{{1, 4, 6}}, rg::uddm_masked<>{}, rg::uniform_diffusion{}); }
#endif
