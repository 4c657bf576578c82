// SPDX-License-Identifier: MIT
/// @file
/// A uniform_attention_mlp ready to be trained on the native engine.
#pragma once

#include <regula/models/uniform_attention_mlp.hpp>
#include <regula/native/nets/net_of.hpp>
#include <regula/native/nets/uniform_attention_mlp.hpp>
#include <regula/native/trainer.hpp>

namespace regula::nn {

/// The trainer of a uniform_attention_mlp of shape S. A sample is one row, so as many go together as fill the tiles of
/// a product.
template <uniform_attention_shape S, class Real = float, class Arch = xsimd::default_arch>
using uniform_attention_mlp_net = trainer<uniform_attention_mlp<simd<Real, Arch>, S, 12>>;

template <reduced R, data_shape D, class Real, class Arch>
struct net_of<regula::uniform_attention_mlp<R>, D, Real, Arch> {
  using type = uniform_attention_mlp_net<
      uniform_attention_shape{
          .hidden = static_cast<int>(R.hidden), .tokens = static_cast<int>(D.cells()), .mean = R.mean, .bias = R.bias},
      Real,
      Arch>;
};

}  // namespace regula::nn
