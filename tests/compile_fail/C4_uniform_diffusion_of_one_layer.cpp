// SPDX-License-Identifier: MIT
// Logits at a noise level are needed, and a one_layer_transformer offers predictions.
#include <regula/core.hpp>
#include <regula/objectives/uniform_diffusion.hpp>

namespace rg = regula;

#ifdef REGULA_REPAIRED
auto plan() { return rg::compose(rg::k_parity<8, 3>{{1, 4, 6}}, rg::uddm<>{}, rg::uniform_diffusion{}); }
#else
auto plan() {
  return rg::compose(rg::k_parity<8, 3>{{1, 4, 6}}, rg::one_layer_transformer<>{}, rg::uniform_diffusion{});
}
#endif
