// SPDX-License-Identifier: MIT
/// @file
/// What a trainer asks of a batch: the input of each sample, and the loss of the net's answer to it.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>

namespace regula::nn {

/// Idea     A batch as a net sees it, sample by sample; called from several threads, for different samples
/// Minimal  `prepare(i, values)` writes the net's input of sample i [T, C] and returns its noise feature;
///          `loss(i, output, gradient)` returns the loss of sample i and writes its derivative by `output` [T, C]
/// Laws     both depend on i and their arguments only
template <class S, class Real>
concept SampleSource = requires(S const& source, std::size_t i, std::span<Real> out, std::span<Real const> in) {
  { source.prepare(i, out) } -> std::convertible_to<Real>;
  { source.loss(i, in, out) } -> std::convertible_to<double>;
};

}  // namespace regula::nn
