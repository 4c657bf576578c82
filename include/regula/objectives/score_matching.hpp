// SPDX-License-Identifier: MIT
/// @file
/// What denoising score matching consists of, whatever its target: noise, its law, weights, and factors around the net.
#pragma once

#include <regula/error.hpp>

#include <cmath>
#include <vector>

namespace regula {

/// Gaussian noise added to a batch: the noisy sample is x + sigma * noise.
struct gaussian_corruption {
  std::vector<float> sigma;  ///< [B] noise scales
  std::vector<float> noise;  ///< [B, T, C] standard normal
};

/// The law of the noise scale in training: ln sigma ~ N(mean, deviation^2).
struct log_normal {
  double mean      = -1.2;
  double deviation = 1.2;
};

/// How the squared error of a sample is weighted by its noise scale.
enum class noise_weighting {
  edm,  ///< (sigma^2 + sigma_data^2) / (sigma sigma_data)^2: the network's own output error counts alike at every scale
  none,  ///< 1
};

/// The factors around the network F at one noise scale: D(x) = skip x + out F(in x, noise_feature).
struct preconditioning {
  double skip, out, in, noise_feature;

  /// Requires  sigma > 0, sigma_data > 0
  /// Source    Karras et al. 2022, "Elucidating the design space of diffusion-based generative models", table 1
  static preconditioning at(double sigma, double sigma_data) {
    double const total = sigma * sigma + sigma_data * sigma_data;
    double const root  = std::sqrt(total);
    return {sigma_data * sigma_data / total, sigma * sigma_data / root, 1 / root, std::log(sigma) / 4};
  }
};

namespace detail {

/// Errors    throws range_error naming objective and setting, what was expected and what was given
template <class O>
void check_score_matching(O const& o) {
  require(
      o.sigma_data > 0 && std::isfinite(o.sigma_data), "{}: expected sigma_data > 0, got {}", O::name, o.sigma_data);
  require(std::isfinite(o.log_sigma.mean), "{}: expected a finite log_sigma.mean, got {}", O::name, o.log_sigma.mean);
  require(o.log_sigma.deviation >= 0 && std::isfinite(o.log_sigma.deviation),
          "{}: expected log_sigma.deviation >= 0, got {}",
          O::name,
          o.log_sigma.deviation);
}

}  // namespace detail

}  // namespace regula
