// SPDX-License-Identifier: MIT
/// @file
/// Denoising score matching with the preconditioning of EDM: the objective of continuous diffusion models.
#pragma once

#include <regula/concepts/objective.hpp>
#include <regula/objectives/encoding.hpp>
#include <regula/objectives/score_matching.hpp>
#include <regula/random/draws.hpp>
#include <regula/samplers/heun.hpp>

#include <cmath>
#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace regula {

/// Denoising score matching: mean over batch, cells and channels of weight(sigma) (D(x + sigma n, sigma) - x)^2.
///
/// Units     sigma and sigma_data in units of the encoded values
/// Requires  what `check(denoising)` asks for; training checks it before the first step
/// Source    Karras et al. 2022 (EDM)
template <Encoding E = pm1>
struct denoising {
  static constexpr head needs            = head::denoiser;
  static constexpr std::string_view name = "denoising";
  using corruption                       = gaussian_corruption;

  double sigma_data         = 1.0;
  log_normal log_sigma      = {};
  noise_weighting weighting = noise_weighting::edm;
  E encoding                = {};

  [[nodiscard]] static constexpr bool accepts(token alphabet) { return E::accepts(alphabet); }
  [[nodiscard]] static constexpr std::size_t channels(token alphabet) { return E::channels(alphabet); }

  /// Fills `values` [B, T, C] from `boards` [B, T].
  void encode(batch& b) const {
    std::size_t const c = b.shape.channels;
    b.values.resize(b.boards.size() * c);
    for (std::size_t i = 0; i < b.boards.size(); ++i)
      encoding.encode(b.boards[i], b.shape.alphabet, std::span{b.values}.subspan(i * c, c));
  }

  void prepare(batch const& clean, corruption& out) const {
    out.sigma.resize(clean.size);
    out.noise.resize(clean.size * clean.shape.values());
  }

  /// Draws sample i's noise scale, then its noise.
  void corrupt(batch const& clean, std::size_t i, stream& rng, corruption& out) const {
    std::size_t const n = clean.shape.values();
    out.sigma[i]        = static_cast<float>(std::exp(log_sigma.mean + log_sigma.deviation * normal(rng)));
    fill_normal(rng, std::span{out.noise}.subspan(i * n, n));
  }

  /// The factors around the network at this noise scale.
  [[nodiscard]] preconditioning precondition(double sigma) const { return preconditioning::at(sigma, sigma_data); }

  [[nodiscard]] double weight(double sigma) const {
    if (weighting == noise_weighting::none) return 1;
    return (sigma * sigma + sigma_data * sigma_data) / (sigma * sigma * sigma_data * sigma_data);
  }

  /// How boards are drawn from a model unless the settings say otherwise.
  [[nodiscard]] static heun sampler() { return {}; }

  /// What the network reads of sample i: c_in (x + sigma n) [T, C], and the noise feature ln(sigma)/4.
  template <std::floating_point Real>
  void read(batch const& clean, corruption const& c, std::size_t i, sample_input<Real>& input) const {
    auto const sigma    = static_cast<Real>(c.sigma[i]);
    auto const p        = precondition(static_cast<double>(c.sigma[i]));
    auto const in       = static_cast<Real>(p.in);
    std::size_t const n = clean.shape.values(), first = i * n;
    for (std::size_t j = 0; j < n; ++j)
      input.values[j] =
          in * (static_cast<Real>(clean.values[first + j]) + sigma * static_cast<Real>(c.noise[first + j]));
    input.noise = static_cast<Real>(p.noise_feature);
  }

  /// The loss of sample i given the network's `output` F [T, C], and its derivative by F into `gradient` [T, C].
  ///
  /// Both are of the sample's own mean over cells and channels; the batch loss is the mean over samples.
  template <std::floating_point Real>
  double loss(std::span<Real const> output,
              batch const& clean,
              corruption const& c,
              std::size_t i,
              std::span<Real> gradient) const {
    std::size_t const n = clean.shape.values();
    return loss_against(std::span<float const>{clean.values}.subspan(i * n, n), output, clean, c, i, gradient);
  }

  /// The same with `target` [T, C] in place of the clean sample that the noise was added to.
  template <class Number, std::floating_point Real>
  double loss_against(std::span<Number const> target,
                      std::span<Real const> output,
                      batch const& clean,
                      corruption const& c,
                      std::size_t i,
                      std::span<Real> gradient) const {
    auto const sigma = static_cast<Real>(c.sigma[i]);
    auto const p     = precondition(static_cast<double>(c.sigma[i]));
    auto const skip = static_cast<Real>(p.skip), out = static_cast<Real>(p.out);
    std::size_t const n = clean.shape.values(), first = i * n;
    double const scale = weight(static_cast<double>(c.sigma[i])) / static_cast<double>(n);
    auto const slope   = static_cast<Real>(2 * scale * p.out);
    double sum         = 0;
    for (std::size_t j = 0; j < n; ++j) {
      Real const noisy = static_cast<Real>(clean.values[first + j]) + sigma * static_cast<Real>(c.noise[first + j]);
      Real const error = skip * noisy + out * output[j] - static_cast<Real>(target[j]);
      sum += static_cast<double>(error) * static_cast<double>(error);
      gradient[j] = slope * error;
    }
    return scale * sum;
  }

  /// Symbols [n, T] of real samples [n, T, C]; cells that do not decode become `no_token`.
  void decode(std::span<float const> values, data_shape shape, std::span<token> boards) const {
    for (std::size_t i = 0; i < boards.size(); ++i)
      boards[i] = encoding.decode(values.subspan(i * shape.channels, shape.channels), shape.alphabet);
  }
};

/// Errors    throws range_error naming the setting, what was expected and what was given
template <Encoding E>
void check(denoising<E> const& o) {
  detail::check_score_matching(o);
}

}  // namespace regula
