// SPDX-License-Identifier: MIT
/// @file
/// A one_layer_transformer ready to be trained on the native engine.
#pragma once

#include <regula/models/one_layer_transformer.hpp>
#include <regula/native/nets/net_of.hpp>
#include <regula/native/nets/one_layer_transformer.hpp>
#include <regula/native/trainer.hpp>

namespace regula::nn {

/// The trainer of a one_layer_transformer of shape S.
template <one_layer_shape S, class Real = float, class Arch = xsimd::default_arch>
using one_layer_transformer_net = trainer<one_layer_transformer<simd<Real, Arch>, S, 2>>;

template <reduced R, data_shape D, class Real, class Arch>
struct net_of<regula::one_layer_transformer<R>, D, Real, Arch> {
  using type = one_layer_transformer_net<one_layer_shape{.hidden = static_cast<int>(R.hidden),
                                                         .tokens = static_cast<int>(D.cells())},
                                         Real,
                                         Arch>;
};

}  // namespace regula::nn
