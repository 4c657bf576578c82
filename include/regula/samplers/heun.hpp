// SPDX-License-Identifier: MIT
/// @file
/// Heun's method along the noise scale: deterministic sampling of continuous diffusion models, with churn if asked.
#pragma once

#include <regula/concepts/model.hpp>
#include <regula/error.hpp>
#include <regula/random/draws.hpp>
#include <regula/random/stream.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <numbers>
#include <span>
#include <string_view>
#include <vector>

namespace regula {

/// The number type of a sampler's state. The network computes in its own precision either way.
enum class state_precision { float64, float32 };

/// Noise added back at each level; off by default.
///
/// Source    Karras et al. 2022, algorithm 2
struct churn {
  double amount       = 0;      ///< S_churn
  double sigma_min    = 0;      ///< S_tmin
  double sigma_max    = 1e300;  ///< S_tmax
  double noise_factor = 1;      ///< S_noise
};

/// A denoiser D: writes E[x0 | x, sigma] of n samples, one after the other, into `out`; same size as x.
template <class D, class State>
concept Denoises =
    requires(D& denoise, std::span<State const> x, double sigma, std::span<State> out) { denoise(x, sigma, out); };

/// Integrates dx/dsigma = (x - D(x, sigma)) / sigma from sigma_max to 0 over `levels` noise scales.
///
/// Source    Karras et al. 2022 (EDM), algorithms 1 and 2
struct heun {
  static constexpr std::string_view name = "heun";

  std::size_t levels        = 35;
  double sigma_max          = 80;
  double sigma_min          = 0.002;
  double rho                = 7;
  bool second_order         = true;  ///< false: Euler's method, one evaluation a level
  regula::churn churn       = {};
  state_precision precision = state_precision::float64;

  /// The noise scales, from sigma_max to sigma_min, then 0. Shape [levels + 1].
  [[nodiscard]] std::vector<double> sigmas() const {
    std::vector<double> out(levels + 1, 0.0);
    double const first = std::pow(sigma_max, 1 / rho), last = std::pow(sigma_min, 1 / rho);
    for (std::size_t i = 0; i < levels; ++i) {
      double const q = levels == 1 ? 0 : static_cast<double>(i) / static_cast<double>(levels - 1);
      out[i]         = std::pow(first + q * (last - first), rho);
    }
    return out;
  }

  /// Network evaluations a sample.
  [[nodiscard]] std::size_t evaluations() const { return second_order ? 2 * levels - 1 : levels; }

  /// Takes `x` (n samples at sigma_max, so sigma_max times noise) to sigma = 0, in place.
  ///
  /// Shapes    x [n * values]; `noise(i)` is the word source of sample i, used by churn only
  ///           `observe(level, x)` is called after each step, level = 1 .. levels
  template <std::floating_point State, Denoises<State> D, class Noise, class Observer>
  void integrate(D&& denoise, std::span<State> x, std::size_t n, Noise&& noise, Observer&& observe) const {
    std::vector<double> const sigma = sigmas();
    std::vector<State> denoised(x.size()), slope(x.size()), probe(x.size());
    for (std::size_t i = 0; i < levels; ++i) {
      double const here = churned(sigma[i], x, n, noise);
      auto const step   = static_cast<State>(sigma[i + 1] - here);
      denoise(std::span<State const>{x}, here, std::span<State>{denoised});
      for (std::size_t j = 0; j < x.size(); ++j) {
        slope[j] = (x[j] - denoised[j]) / static_cast<State>(here);
        probe[j] = x[j] + step * slope[j];
      }
      if (second_order && sigma[i + 1] > 0) {
        auto const next = static_cast<State>(sigma[i + 1]);
        denoise(std::span<State const>{probe}, sigma[i + 1], std::span<State>{denoised});
        for (std::size_t j = 0; j < x.size(); ++j)
          x[j] += step * (slope[j] + (probe[j] - denoised[j]) / next) / 2;
      } else {
        std::ranges::copy(probe, x.begin());
      }
      observe(i + 1, std::span<State const>{x});
    }
  }

  /// Draws n samples; sample i depends on `streams(i)` and the denoiser only.
  ///
  /// Shapes    result [n, T, C]
  template <class D>
    requires Denoises<D, double> && Denoises<D, float>
  [[nodiscard]] std::vector<float> sample(D&& denoise, std::size_t n, data_shape shape, stream_family streams) const {
    if (precision == state_precision::float32) return sample_as<float>(denoise, n, shape.values(), streams);
    return sample_as<double>(denoise, n, shape.values(), streams);
  }

 private:
  template <class State, class D>
  std::vector<float> sample_as(D& denoise, std::size_t n, std::size_t values, stream_family streams) const {
    std::vector<stream> rngs;
    std::vector<State> x(n * values);
    for (std::size_t i = 0; i < n; ++i) {
      auto const row = std::span{x}.subspan(i * values, values);
      fill_normal(rngs.emplace_back(streams(i)), row);
      for (State& v : row)
        v *= static_cast<State>(sigma_max);
    }
    integrate<State>(
        denoise, std::span{x}, n, [&](std::size_t i) -> stream& { return rngs[i]; }, [](std::size_t, auto) {});
    return {x.begin(), x.end()};
  }

  /// Raises the noise of x from `sigma` and returns the new scale; does nothing without churn.
  template <class State, class Noise>
  double churned(double sigma, std::span<State> x, std::size_t n, Noise& noise) const {
    if (churn.amount <= 0 || sigma < churn.sigma_min || sigma > churn.sigma_max) return sigma;
    double const gamma  = std::min(churn.amount / static_cast<double>(levels), std::numbers::sqrt2 - 1);
    double const raised = sigma * (1 + gamma);
    auto const factor   = static_cast<State>(std::sqrt(raised * raised - sigma * sigma) * churn.noise_factor);
    std::vector<State> fresh(x.size() / n);
    for (std::size_t i = 0; i < n; ++i) {
      fill_normal(noise(i), std::span{fresh});
      for (std::size_t j = 0; j < fresh.size(); ++j)
        x[i * fresh.size() + j] += factor * fresh[j];
    }
    return raised;
  }
};

/// Errors    throws range_error naming the setting of the sampler, what was expected and what was given
inline void check(heun const& h) {
  require(h.levels > 0, "heun: expected at least 1 level, got 0");
  require(h.sigma_min > 0 && h.sigma_min < h.sigma_max && std::isfinite(h.sigma_max),
          "heun: expected 0 < sigma_min < sigma_max, got sigma_min {} and sigma_max {}",
          h.sigma_min,
          h.sigma_max);
  require(h.rho > 0 && std::isfinite(h.rho), "heun: expected rho > 0, got {}", h.rho);
  auto const sigmas = h.sigmas();
  for (std::size_t i = 0; i < h.levels; ++i)
    require(sigmas[i] > sigmas[i + 1] && std::isfinite(static_cast<float>(sigmas[i] * sigmas[i])) &&
                static_cast<float>(sigmas[i] * sigmas[i]) > 0,
            "heun: expected noise scales that fall, with squares in the range of float32, got {} before {} at level "
            "{}: rho {} is "
            "too small, or sigma_min {} and sigma_max {} too far out",
            sigmas[i],
            sigmas[i + 1],
            i,
            h.rho,
            h.sigma_min,
            h.sigma_max);
  require(h.churn.amount >= 0 && std::isfinite(h.churn.amount) && std::isfinite(h.churn.noise_factor) &&
              !std::isnan(h.churn.sigma_min) && !std::isnan(h.churn.sigma_max),
          "heun: expected churn.amount >= 0 and numbers in churn, got amount {}, sigma_min {}, sigma_max {}, "
          "noise_factor {}",
          h.churn.amount,
          h.churn.sigma_min,
          h.churn.sigma_max,
          h.churn.noise_factor);
}

}  // namespace regula
