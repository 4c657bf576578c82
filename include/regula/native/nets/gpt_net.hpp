// SPDX-License-Identifier: MIT
/// @file
/// A GPT ready to be trained on the native engine.
#pragma once

#include <regula/models/gpt.hpp>
#include <regula/native/nets/gpt.hpp>
#include <regula/native/nets/gpt_generation.hpp>
#include <regula/native/nets/net_of.hpp>
#include <regula/native/trainer.hpp>
#include <regula/native/work_division.hpp>

namespace regula::nn {

/// The trainer of a GPT of shape S.
template <gpt_shape S, class Real = float, class Arch = xsimd::default_arch>
using gpt_net = trainer<gpt<simd<Real, Arch>, S, samples_at_once(S.width)>>;

/// The GPT of a spec, for boards of shape D.
template <size S, data_shape D, class Real, class Arch>
struct net_of<regula::gpt<S>, D, Real, Arch> {
  using type = gpt_net<gpt_shape{.width    = static_cast<int>(S.width),
                                 .depth    = static_cast<int>(S.depth),
                                 .heads    = static_cast<int>(S.heads),
                                 .tokens   = static_cast<int>(D.cells()),
                                 .alphabet = static_cast<int>(D.alphabet),
                                 .causal   = S.attends == regula::attention::causal,
                                 .dropout  = S.dropout},
                       Real,
                       Arch>;
};

}  // namespace regula::nn
