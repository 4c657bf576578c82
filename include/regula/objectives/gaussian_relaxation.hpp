// SPDX-License-Identifier: MIT
/// @file
/// Uniform diffusion as the largest coordinate of a noisy one-hot vector: which alpha a Gaussian noise level stands
/// for.
#pragma once

#include <regula/concepts/rule.hpp>
#include <regula/objectives/log_linear.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <memory>
#include <numbers>
#include <vector>

namespace regula {

/// How a one-hot vector and noise are mixed at a level gamma: w = signal onehot(x) + noise n, squares summing to 1.
struct relaxed_mixing {
  double signal, noise;

  [[nodiscard]] static relaxed_mixing at(double gamma) {
    return {std::sqrt(1 / (1 + std::exp(gamma))), std::sqrt(1 / (1 + std::exp(-gamma)))};
  }
};

/// For an alphabet of V: z = argmax w is x with probability alpha, else redrawn from all symbols.
///
/// With r = signal/noise the true symbol wins with probability P = int phi(u - r) Phi(u)^(V-1) du, and
/// alpha = (V P - 1)/(V - 1). The trapezoid rule of step 1/64 is exact to rounding; what does not depend on r is
/// computed once.
/// Source    Sahoo et al. 2025, arXiv:2506.10892 (Duo)
class gaussian_relaxation {
 public:
  static constexpr double least_gamma = -7, greatest_gamma = 20;  ///< beyond them alpha is 1, or 0, to most digits

  explicit gaussian_relaxation(token alphabet) : alphabet_{static_cast<double>(alphabet)} {
    auto const points = static_cast<std::size_t>((greatest_ratio() + 2 * reach) / step) + 1;
    for (std::size_t k = 0; k < points; ++k) {
      double const u = at(k), above = std::erfc(u / std::numbers::sqrt2) / 2;
      double const log_below = u > 0 ? std::log1p(-above) : std::log(std::erfc(-u / std::numbers::sqrt2) / 2);
      beats_.push_back(step * std::exp((alphabet_ - 1) * log_below));
      loses_.push_back(step * -std::expm1((alphabet_ - 1) * log_below));
      slope_.push_back(step * density(u) * std::exp((alphabet_ - 2) * log_below));
    }
  }

  /// That of an alphabet, made at the first call for it and kept. May be called from any thread.
  [[nodiscard]] static gaussian_relaxation const& of(token alphabet);

  /// The level at gamma, which changes by `gamma_prime` a unit of t.
  ///
  /// Requires  least_gamma <= gamma <= greatest_gamma
  [[nodiscard]] redrawn_level level(double gamma, double gamma_prime) const {
    double const r = std::exp(-gamma / 2), most = alphabet_ / (alphabet_ - 1);
    auto const last = std::min(beats_.size(), static_cast<std::size_t>((r + 2 * reach) / step) + 1);
    double wins = 0, fails = 0, slope = 0;
    for (std::size_t k = 0; k < last; ++k) {
      double const weight = density(at(k) - r);
      wins += weight * beats_[k];
      fails += weight * loses_[k];
      slope += weight * slope_[k];
    }
    return {(alphabet_ * wins - 1) / (alphabet_ - 1), most * fails, -gamma_prime * (r / 2) * alphabet_ * slope};
  }

 private:
  struct kept;
  static inline std::atomic<kept*> newest_ = nullptr;  // a list that only grows

  static constexpr double step = 1.0 / 64, reach = 14;  // phi(14) is 1e-43

  static double greatest_ratio() { return std::exp(-least_gamma / 2); }
  static double at(std::size_t k) { return static_cast<double>(k) * step - reach; }
  static double density(double u) { return std::exp(-u * u / 2) / std::sqrt(2 * std::numbers::pi); }

  double alphabet_;
  std::vector<double> beats_, loses_, slope_;  // at u_k: Phi^(V-1), 1 - Phi^(V-1), phi Phi^(V-2), times the step
};

struct gaussian_relaxation::kept {
  token alphabet;
  gaussian_relaxation table;
  kept* next;
};

inline gaussian_relaxation const& gaussian_relaxation::of(token alphabet) {
  for (;;) {
    kept* newest = newest_.load(std::memory_order_acquire);
    for (kept const* each = newest; each != nullptr; each = each->next)
      if (each->alphabet == alphabet) return each->table;
    std::unique_ptr<kept> made{new kept{alphabet, gaussian_relaxation{alphabet}, newest}};
    if (newest_.compare_exchange_strong(newest, made.get(), std::memory_order_acq_rel)) return made.release()->table;
  }
}

}  // namespace regula
