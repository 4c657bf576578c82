// SPDX-License-Identifier: MIT
/// @file
/// The curriculum of uniform diffusion: early updates read noisy one-hot vectors, softened, in place of symbols.
#pragma once

#include <regula/concepts/rule.hpp>
#include <regula/error.hpp>
#include <regula/objectives/gaussian_relaxation.hpp>
#include <regula/random/draws.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace regula {

/// The first `steps` updates of a run read softmax(w/tau) of a noisy one-hot w, and z is argmax w; 0: none do.
///
/// Source    Sahoo et al. 2025, arXiv:2506.10892 (Duo), which does so for the first half of all updates. The gammas
///           are those for an alphabet of 30,522; small ones need a wider range to lose as much: 27 symbols -2.66 to
///           1.61, 2 symbols -1.97 to 4.90
struct relaxation_curriculum {
  std::uint64_t steps = 0;
  double tau          = 1e-3;
  double gamma_0      = -3.5;   ///< at t = 0
  double gamma_1      = -1.75;  ///< at t = 1

  [[nodiscard]] double gamma(double t) const { return gamma_0 + (gamma_1 - gamma_0) * t; }

  /// How much of a cell is left at time t, and how fast it goes.
  [[nodiscard]] redrawn_level level(double t, token alphabet) const {
    return gaussian_relaxation::of(alphabet).level(gamma(t), gamma_1 - gamma_0);
  }

  /// Draws w of a cell with symbol x at time t; writes what the network reads and returns z. Shape of relaxed [V].
  template <WordSource G>
  [[nodiscard]] token relax(token x, double t, G& rng, std::span<float> relaxed) const {
    auto const mixing = relaxed_mixing::at(gamma(t));
    std::vector<double> w(relaxed.size());
    fill_normal(rng, std::span{w});
    for (double& entry : w)
      entry *= mixing.noise;
    w[x] += mixing.signal;
    soften(w, relaxed);
    return static_cast<token>(std::ranges::max_element(w) - w.begin());
  }

  /// softmax(w/tau). Shapes w, out [V].
  void soften(std::span<double const> w, std::span<float> out) const {
    double const largest = *std::ranges::max_element(w);
    double total         = 0;
    for (double const entry : w)
      total += std::exp((entry - largest) / tau);
    for (std::size_t k = 0; k < w.size(); ++k)
      out[k] = static_cast<float>(std::exp((w[k] - largest) / tau) / total);
  }
};

/// Errors    throws range_error naming the setting, what was expected and what was given
inline void check(relaxation_curriculum const& c) {
  using limits = gaussian_relaxation;
  require(c.tau > 0 && std::isfinite(c.tau), "uniform_diffusion: expected curriculum.tau > 0, got {}", c.tau);
  require(c.gamma_0 >= limits::least_gamma && c.gamma_0 < c.gamma_1 && c.gamma_1 <= limits::greatest_gamma,
          "uniform_diffusion: expected {} <= curriculum.gamma_0 < curriculum.gamma_1 <= {}, got {} and {}",
          limits::least_gamma,
          limits::greatest_gamma,
          c.gamma_0,
          c.gamma_1);
}

}  // namespace regula
