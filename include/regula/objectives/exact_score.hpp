// SPDX-License-Identifier: MIT
/// @file
/// Score matching against the exact score of the training set: what denoising learns without the noise of its targets.
#pragma once

#include <regula/concepts/objective.hpp>
#include <regula/error.hpp>
#include <regula/objectives/denoising.hpp>
#include <regula/objectives/empirical_denoiser.hpp>
#include <regula/objectives/score_matching.hpp>

#include <concepts>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace regula {

/// Noise, and the mean of what the noisy sample may have been.
struct exact_corruption : gaussian_corruption {
  std::vector<double> target;  ///< [B, T, C]
};

/// Denoising score matching with the clean sample replaced, in the loss, by the empirical oracle's denoiser at the
/// noisy one: the same expected gradient, without the variance of a single clean sample.
///
/// Units     sigma and sigma_data in units of the encoded values
/// Requires  `train_on` before the first corruption (training does it), and what `check(exact_score)` asks for
/// Source    Karras et al. 2022 (EDM), appendix B.3: the ideal denoiser of a finite set
template <Encoding E = pm1>
struct exact_score {
  static constexpr head needs            = head::denoiser;
  static constexpr std::string_view name = "exact_score";
  using corruption                       = exact_corruption;

  double sigma_data                                            = 1.0;
  log_normal log_sigma                                         = {};
  noise_weighting weighting                                    = noise_weighting::edm;
  E encoding                                                   = {};
  std::shared_ptr<empirical_denoiser<E> const> training_boards = nullptr;  ///< set by `train_on`

  /// The objective with the same settings whose target is the clean sample.
  [[nodiscard]] denoising<E> without_oracle() const { return {sigma_data, log_sigma, weighting, encoding}; }

  [[nodiscard]] static constexpr bool accepts(token alphabet) { return E::accepts(alphabet); }
  [[nodiscard]] static constexpr std::size_t channels(token alphabet) { return E::channels(alphabet); }
  [[nodiscard]] static heun sampler() { return denoising<E>::sampler(); }
  [[nodiscard]] preconditioning precondition(double sigma) const { return preconditioning::at(sigma, sigma_data); }
  void encode(batch& b) const { without_oracle().encode(b); }
  void decode(std::span<float const> values, data_shape shape, std::span<token> boards) const {
    without_oracle().decode(values, shape, boards);
  }

  /// Keeps the training set. Shape of boards [N, T].
  void train_on(std::span<token const> boards, data_shape shape) {
    training_boards = std::make_shared<empirical_denoiser<E> const>(encoding, boards, shape);
  }

  void prepare(batch const& clean, corruption& out) const {
    without_oracle().prepare(clean, out);
    out.target.resize(out.noise.size());
  }

  /// Draws sample i's noise scale and noise, and computes its target.
  ///
  /// Errors    throws range_error before `train_on`
  void corrupt(batch const& clean, std::size_t i, stream& rng, corruption& out) const {
    require(training_boards != nullptr, "exact_score: expected train_on(boards, shape) before a corruption is drawn");
    without_oracle().corrupt(clean, i, rng, out);
    std::size_t const n = clean.shape.values();
    auto const sigma    = static_cast<double>(out.sigma[i]);
    std::vector<double> noisy(n);
    for (std::size_t j = 0; j < n; ++j)
      noisy[j] = static_cast<double>(clean.values[i * n + j]) + sigma * static_cast<double>(out.noise[i * n + j]);
    (*training_boards)(noisy, sigma, std::span{out.target}.subspan(i * n, n));
  }

  template <std::floating_point Real>
  void read(batch const& clean, corruption const& c, std::size_t i, sample_input<Real>& input) const {
    without_oracle().read(clean, c, i, input);
  }

  /// The loss of sample i given the network's `output` F [T, C], and its derivative by F into `gradient` [T, C].
  template <std::floating_point Real>
  double loss(std::span<Real const> output,
              batch const& clean,
              corruption const& c,
              std::size_t i,
              std::span<Real> gradient) const {
    std::size_t const n = clean.shape.values();
    return without_oracle().loss_against(
        std::span<double const>{c.target}.subspan(i * n, n), output, clean, c, i, gradient);
  }
};

/// Errors    throws range_error naming the setting, what was expected and what was given
template <Encoding E>
void check(exact_score<E> const& o) {
  detail::check_score_matching(o);
}

}  // namespace regula
