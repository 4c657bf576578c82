// SPDX-License-Identifier: MIT
/// @file
/// Uniform-state discrete diffusion: a cell is kept or redrawn from all symbols, and the net bounds the log-likelihood.
#pragma once

#include <regula/concepts/objective.hpp>
#include <regula/error.hpp>
#include <regula/objectives/log_linear.hpp>
#include <regula/objectives/relaxation_curriculum.hpp>
#include <regula/objectives/uniform_cell.hpp>
#include <regula/random/draws.hpp>
#include <regula/samplers/redrawn_boards.hpp>
#include <regula/samplers/reverse.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace regula {

/// A batch whose cells were redrawn, each sample at a time of its own.
struct redrawn_corruption {
  std::vector<double> t, alpha, one_minus_alpha, alpha_prime;  ///< [B]
  std::vector<token> z;                                        ///< [B, T]
  std::vector<float> relaxed;      ///< [B, T, V] what the net reads instead of z where soft; empty if nowhere
  std::vector<std::uint8_t> soft;  ///< [B]

  [[nodiscard]] redrawn_level level(std::size_t i) const { return {alpha[i], one_minus_alpha[i], alpha_prime[i]}; }
};

/// The continuous-time bound of uniform diffusion, averaged over cells and t.
///
/// Its least value is at leave-one-out conditionals p(x_i | all cells of z but z_i), not at posteriors
/// (objectives/conditionals.hpp has the way between them).
/// Units     nats per cell
/// Source    Schiff et al. 2024, arXiv:2412.10193 (UDLM); Sahoo et al. 2025 (Duo)
struct uniform_diffusion {
  static constexpr head needs            = head::timed_logits;
  static constexpr std::string_view name = "uniform_diffusion";
  using corruption                       = redrawn_corruption;

  double eps                       = 1e-3;  ///< alpha = 1 - (1 - eps) t
  double t_min                     = 1e-3;  ///< t is uniform on [t_min, 1], stratified over the batch
  bound_form form                  = bound_form::closed;
  relaxation_curriculum curriculum = {};

  [[nodiscard]] static constexpr bool accepts(token alphabet) { return alphabet >= 2; }
  [[nodiscard]] static constexpr std::size_t channels(token) { return 1; }
  static void encode(batch&) {}
  [[nodiscard]] reverse sampler() const { return {.eps = eps}; }

  void prepare(batch const& clean, corruption& out) const {
    bool const relaxes = clean.step < curriculum.steps;
    for (auto* of_samples : {&out.t, &out.alpha, &out.one_minus_alpha, &out.alpha_prime})
      of_samples->resize(clean.size);
    out.z.resize(clean.size * clean.shape.cells());
    out.relaxed.resize(relaxes ? out.z.size() * clean.shape.alphabet : 0);
    out.soft.assign(clean.size, relaxes ? 1 : 0);
  }

  /// Draws sample i's time in its stratum of the batch, then its cells.
  void corrupt(batch const& clean, std::size_t i, stream& rng, corruption& out) const {
    double const v         = (uniform(rng) + static_cast<double>(i)) / static_cast<double>(clean.size);
    out.t[i]               = t_min + (1 - t_min) * v;
    bool const relaxes     = out.soft[i] != 0;
    token const symbols    = clean.shape.alphabet;
    auto const at          = relaxes ? curriculum.level(out.t[i], symbols) : log_linear{eps}.at(out.t[i]);
    out.alpha[i]           = at.alpha;
    out.one_minus_alpha[i] = at.one_minus_alpha;
    out.alpha_prime[i]     = at.alpha_prime;
    for (std::size_t n = clean.shape.cells(), j = i * n; j < (i + 1) * n; ++j)
      if (relaxes)
        out.z[j] =
            curriculum.relax(clean.boards[j], out.t[i], rng, std::span{out.relaxed}.subspan(j * symbols, symbols));
      else
        out.z[j] = redrawn(clean.boards[j], at, symbols, rng);
  }

  /// The network reads z, or the relaxed cells, and lambda = -ln alpha.
  template <std::floating_point Real>
  void read(batch const& clean, corruption const& c, std::size_t i, sample_input<Real>& input) const {
    std::size_t const n = clean.shape.cells(), v = clean.shape.alphabet;
    input.soft  = c.soft[i] != 0;
    input.noise = static_cast<Real>(c.level(i).lambda());
    if (input.soft)
      std::ranges::transform(
          std::span{c.relaxed}.subspan(i * n * v, n * v), input.values.begin(), [](float p) { return Real{p}; });
    else
      std::ranges::copy(std::span{c.z}.subspan(i * n, n), input.symbols.begin());
  }

  /// The loss of sample i given the network's logits [T, V], and its derivative by them into `gradient` [T, V].
  template <std::floating_point Real>
  double loss(std::span<Real const> output,
              batch const& clean,
              corruption const& c,
              std::size_t i,
              std::span<Real> gradient) const {
    std::size_t const n = clean.shape.cells(), v = clean.shape.alphabet;
    std::vector<double> x_theta(v), slope(v);
    double const each = 1 / static_cast<double>(n);
    double sum        = 0;
    for (std::size_t cell = 0; cell < n; ++cell) {
      auto const logits    = output.subspan(cell * v, v);
      double const largest = static_cast<double>(*std::ranges::max_element(logits));
      double total         = 0;
      for (std::size_t j = 0; j < v; ++j)
        total += x_theta[j] = std::exp(static_cast<double>(logits[j]) - largest);
      for (double& p : x_theta)
        p /= total;
      std::size_t const at = i * n + cell;
      sum += uniform_cell_loss(x_theta, clean.boards[at], c.z[at], c.level(i), form, slope);
      double along = 0;
      for (std::size_t j = 0; j < v; ++j)
        along += x_theta[j] * slope[j];
      for (std::size_t j = 0; j < v; ++j)
        gradient[cell * v + j] = static_cast<Real>(each * x_theta[j] * (slope[j] - along));
    }
    return each * sum;
  }

  /// What was drawn since the last record.
  struct tally {
    double cells = 0, changed = 0, largest_weight = 0;

    [[nodiscard]] std::vector<named_number> numbers() const {
      return {{"changed_share", cells > 0 ? changed / cells : 0}, {"largest_weight", largest_weight}};
    }
  };
  void count(batch const& clean, corruption const& c, tally& sum) const {
    sum.cells += static_cast<double>(c.z.size());
    for (std::size_t j = 0; j < c.z.size(); ++j)
      sum.changed += c.z[j] != clean.boards[j] ? 1 : 0;
    for (std::size_t i = 0; i < clean.size; ++i)
      sum.largest_weight = std::max(sum.largest_weight, -c.alpha_prime[i] / c.alpha[i]);
  }
};

/// Errors    throws range_error naming the setting, what was expected and what was given
inline void check(uniform_diffusion const& o) {
  check(log_linear{o.eps}, "uniform_diffusion");
  require(o.t_min > 0 && o.t_min < 1, "uniform_diffusion: expected t_min in (0, 1), got {}", o.t_min);
  check(o.curriculum);
}

}  // namespace regula
