// SPDX-License-Identifier: MIT
/// @file
/// A network as samplers and probes call it: which view it is follows from the head that the objective needs.
#pragma once

#include <regula/concepts/objective.hpp>
#include <regula/pipeline/denoiser_view.hpp>
#include <regula/pipeline/symbol_views.hpp>

namespace regula {

/// The view of an engine's network under an objective. It refers to both.
template <Objective O, Network N>
[[nodiscard]] auto view_of(O const& objective, N& network, data_shape shape) {
  if constexpr (O::needs == head::denoiser)
    return denoiser_view<O, N>{objective, network};
  else if constexpr (O::needs == head::causal_logits)
    return causal_view<N>{network, shape};
  else if constexpr (O::needs == head::logits)
    return masked_view<N>{network, shape};
  else if constexpr (O::needs == head::timed_logits)
    return timed_view<N>{network, shape};
  else
    return prediction_view<N>{network, shape};
}

}  // namespace regula
