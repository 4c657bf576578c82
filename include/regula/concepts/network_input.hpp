// SPDX-License-Identifier: MIT
/// @file
/// What a network reads: one sample as an objective fills it in, many as samplers and probes evaluate them.
#pragma once

#include <regula/concepts/rule.hpp>

#include <concepts>
#include <span>

namespace regula {

/// One sample of a training batch, filled in by the objective (`read`).
///
/// Shapes    symbols [T], hidden cells `no_token`; values [T, C] of a denoiser, [T, V] of timed logits
template <std::floating_point Real>
struct sample_input {
  std::span<token> symbols;
  std::span<Real> values;
  Real noise = 0;      ///< denoiser: ln(sigma)/4; timed logits: lambda = -ln(alpha)
  bool soft  = false;  ///< timed logits: `values` hold a distribution per cell, and `symbols` is not read
};

/// n samples to evaluate.
///
/// Shapes    symbols [n, T], or empty where the head reads values; values [n, T, C], of timed logits distributions
///           [n, T, V], else empty; noise [1] for all samples or [n], empty for heads without a noise level
template <std::floating_point Real>
struct network_input {
  std::span<token const> symbols = {};
  std::span<Real const> values   = {};
  std::span<Real const> noise    = {};
};

/// Idea     An engine's network, ready to be evaluated: what comes before and after belongs to the objective.
/// Minimal  `real`, its number type; `evaluate(network_input<real>, out)` writes [n, T, output_channels]
/// Optional `generate(n)`: a session that extends n sequences symbol by symbol without reading prefixes again;
///          `weights()`: its trained tensors by name
/// Laws     the output of a sample does not depend on the other samples, nor on the number of threads
template <class N>
concept Network = std::floating_point<typename N::real> &&
                  requires(N& network, network_input<typename N::real> const& in, std::span<typename N::real> out) {
                    { network.evaluate(in, out) } -> std::same_as<void>;
                  };

}  // namespace regula
