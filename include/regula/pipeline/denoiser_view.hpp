// SPDX-License-Identifier: MIT
/// @file
/// A network as a denoiser: what samplers and probes call, whatever engine the network lives on.
#pragma once

#include <regula/concepts/objective.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <span>
#include <vector>

namespace regula {

/// Idea     An engine's network with a denoiser head, ready to be evaluated: F without its preconditioning.
/// Minimal  `real`, its number type; `evaluate(values [n, T, C], noise [1] or [n], out [n, T, C])`, where noise is the
///          feature ln(sigma)/4, one for all samples or one each
/// Laws     the output of a sample does not depend on the other samples, nor on the number of threads
template <class N>
concept DenoiserNetwork = std::floating_point<typename N::real> &&
                          requires(N& network, std::span<typename N::real const> in, std::span<typename N::real> out) {
                            { network.evaluate(in, in, out) } -> std::same_as<void>;
                          };

/// D(x, sigma) of an objective and a network. A view: it refers to both.
template <Objective O, DenoiserNetwork N>
class denoiser_view {
 public:
  denoiser_view(O const& objective, N& network) : objective_{&objective}, network_{&network} {}

  /// Writes the denoised x of n samples into `out`.
  ///
  /// Shapes    x, out [n, T, C], in one piece
  /// Units     sigma in units of the encoded values, above 0
  template <std::floating_point State>
  void operator()(std::span<State const> x, double sigma, std::span<State> out) const {
    using real   = typename N::real;
    auto const p = objective_->precondition(sigma);
    std::vector<real> in(x.size()), raw(x.size());
    std::ranges::transform(x, in.begin(), [&](State v) { return static_cast<real>(p.in * static_cast<double>(v)); });
    auto const noise = static_cast<real>(p.noise_feature);
    network_->evaluate(std::span<real const>{in}, std::span<real const>{&noise, 1}, std::span<real>{raw});
    for (std::size_t j = 0; j < x.size(); ++j)
      out[j] = static_cast<State>(p.skip * static_cast<double>(x[j]) + p.out * static_cast<double>(raw[j]));
  }

 private:
  O const* objective_;
  N* network_;
};

}  // namespace regula
