// SPDX-License-Identifier: MIT
/// @file
/// A DiT ready to be trained on the native engine.
#pragma once

#include <regula/models/dit.hpp>
#include <regula/native/nets/dit.hpp>
#include <regula/native/nets/net_of.hpp>
#include <regula/native/trainer.hpp>
#include <regula/native/work_division.hpp>

namespace regula::nn {

/// The trainer of a DiT of shape S.
template <dit_shape S, class Real = float, class Arch = xsimd::default_arch>
using dit_net = trainer<dit<simd<Real, Arch>, S, samples_at_once(S.width)>>;

/// The DiT of a spec, for boards of shape D.
template <size S, data_shape D, class Real, class Arch>
struct net_of<regula::dit<S>, D, Real, Arch> {
  using type = dit_net<dit_shape{.width    = static_cast<int>(S.width),
                                 .depth    = static_cast<int>(S.depth),
                                 .heads    = static_cast<int>(S.heads),
                                 .rows     = static_cast<int>(D.board.rows),
                                 .columns  = static_cast<int>(D.board.cols),
                                 .channels = static_cast<int>(D.channels)},
                       Real,
                       Arch>;
};

}  // namespace regula::nn
