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

/// D(x, sigma) of an objective and a network. A view: it refers to both.
template <Objective O, Network N>
class denoiser_view {
 public:
  denoiser_view(O const& objective, N& network) : objective_{&objective}, network_{&network} {}

  /// How symbols are written as the values that it denoises.
  [[nodiscard]] auto const& encoding() const
    requires requires(O const& o) { o.encoding; }
  {
    return objective_->encoding;
  }

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
    network_->evaluate({{}, in, {&noise, 1}}, std::span{raw});
    for (std::size_t j = 0; j < x.size(); ++j)
      out[j] = static_cast<State>(p.skip * static_cast<double>(x[j]) + p.out * static_cast<double>(raw[j]));
  }

 private:
  O const* objective_;
  N* network_;
};

}  // namespace regula
