// SPDX-License-Identifier: MIT
/// @file
/// An oracle as samplers and probes call it: which view it is follows from the head that the objective needs.
#pragma once

#include <regula/concepts/trains.hpp>
#include <regula/oracles/denoiser.hpp>
#include <regula/oracles/symbol_views.hpp>

namespace regula {

/// The view of an oracle under an objective, as `view_of` is of a network: a value, with copies of what it needs.
template <Objective O, Oracle M>
  requires Evaluates<O, M>
[[nodiscard]] auto model_of(O const& objective, M const& oracle) {
  if constexpr (O::needs == head::denoiser)
    return oracle_denoiser{oracle, objective.encoding};
  else if constexpr (O::needs == head::causal_logits)
    return oracle_causal_view<M>{oracle};
  else if constexpr (O::needs == head::logits)
    return oracle_masked_view<M>{oracle};
  else
    return oracle_redrawn_view<M>{oracle};
}

}  // namespace regula
