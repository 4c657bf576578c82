// SPDX-License-Identifier: MIT
/// @file
/// What a trainer asks of a batch: the input of each sample, and the loss of the net's answer to it.
#pragma once

#include <regula/concepts/network_input.hpp>

#include <concepts>
#include <cstddef>
#include <span>

namespace regula::nn {

/// Idea     A batch as a net sees it, sample by sample; called from several threads, for different samples
/// Minimal  `read(i, sample_input&)` fills in what the net reads of sample i;
///          `loss(i, output, gradient)` returns the loss of sample i and writes its derivative by `output`
/// Laws     both depend on i and their arguments only
template <class S, class Real>
concept SampleSource = requires(
    S const& source, std::size_t i, sample_input<Real>& input, std::span<Real const> output, std::span<Real> slope) {
  { source.read(i, input) } -> std::same_as<void>;
  { source.loss(i, output, slope) } -> std::convertible_to<double>;
};

}  // namespace regula::nn
