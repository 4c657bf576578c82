// SPDX-License-Identifier: MIT
/// @file
/// A DiT ready to be trained on the native engine.
#pragma once

#include <regula/native/nets/dit.hpp>
#include <regula/native/trainer.hpp>
#include <regula/native/work_division.hpp>

namespace regula::nn {

/// The trainer of a DiT of shape S.
template <dit_shape S, class Real = float, class Arch = xsimd::default_arch>
using dit_net = trainer<dit<simd<Real, Arch>, S, samples_at_once(S.width)>>;

}  // namespace regula::nn
