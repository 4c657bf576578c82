// SPDX-License-Identifier: MIT
/// @file
/// A UDDM, or its masked sibling, ready to be trained on the native engine.
#pragma once

#include <regula/models/uddm.hpp>
#include <regula/native/nets/net_of.hpp>
#include <regula/native/nets/uddm.hpp>
#include <regula/native/trainer.hpp>
#include <regula/native/work_division.hpp>

namespace regula::nn {

/// The trainer of a UDDM of shape S.
template <uddm_shape S, class Real = float, class Arch = xsimd::default_arch>
using uddm_net = trainer<uddm<simd<Real, Arch>, S, samples_at_once(S.width)>>;

/// The shape of a network of size S for samples of shape D.
[[nodiscard]] constexpr uddm_shape uddm_shape_of(size s, data_shape d, bool is_masked) {
  return {.width     = static_cast<int>(s.width),
          .depth     = static_cast<int>(s.depth),
          .heads     = static_cast<int>(s.heads),
          .condition = static_cast<int>(s.condition),
          .tokens    = static_cast<int>(d.cells()),
          .alphabet  = d.alphabet,
          .is_masked = is_masked,
          .dropout   = s.dropout};
}

template <size S, data_shape D, class Real, class Arch>
struct net_of<regula::uddm<S>, D, Real, Arch> {
  using type = uddm_net<uddm_shape_of(S, D, false), Real, Arch>;
};

template <size S, data_shape D, class Real, class Arch>
struct net_of<regula::uddm_masked<S>, D, Real, Arch> {
  using type = uddm_net<uddm_shape_of(S, D, true), Real, Arch>;
};

}  // namespace regula::nn
