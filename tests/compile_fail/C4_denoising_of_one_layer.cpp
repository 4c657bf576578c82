// SPDX-License-Identifier: MIT
// A denoiser is needed, and a one_layer_transformer offers predictions.
#include <regula/core.hpp>

namespace rg = regula;

#ifdef REGULA_REPAIRED
auto plan() { return rg::compose(rg::k_parity<8, 3>{{1, 4, 6}}, rg::dit<>{}, rg::denoising<>{}); }
#else
auto plan() { return rg::compose(rg::k_parity<8, 3>{{1, 4, 6}}, rg::one_layer_transformer<>{}, rg::denoising<>{}); }
#endif
