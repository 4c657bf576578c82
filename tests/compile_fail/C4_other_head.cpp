// SPDX-License-Identifier: MIT
// An objective that needs a denoiser, and a model of causal logits.
#include <regula/core.hpp>

namespace rg = regula;

struct causal {
#ifdef REGULA_REPAIRED
  static constexpr rg::head_set heads = {rg::head::causal_logits, rg::head::denoiser};
#else
  static constexpr rg::head_set heads = {rg::head::causal_logits};
#endif
  static constexpr std::size_t parameter_count(rg::data_shape) { return 0; }
};
#ifdef REGULA_REPAIRED
auto plan() { return rg::compose(rg::group_parity<12, 3>{}, causal{}, rg::denoising{}); }
#else
auto plan() { return rg::compose(rg::group_parity<12, 3>{}, causal{}, rg::denoising{}); }
#endif
