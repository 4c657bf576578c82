// SPDX-License-Identifier: MIT
/// @file
/// Which masking times the theory of k-parity calls best: closed forms of signal, sample complexity and loss.
/// S' is the secret set and the label, k + 1 cells; a mask is *signal* if it hides exactly one of them, else *noise*.
#pragma once

#include <regula/data/ngram_weights.hpp>
#include <regula/error.hpp>
#include <regula/objectives/t_laws.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <span>

namespace regula {

namespace detail {

/// The root of a function that is positive at lo and negative at hi.
template <class F>
[[nodiscard]] double falling_root(double lo, double hi, F const& f) {
  for (int round = 0; round < 200; ++round) {
    double const middle = lo + (hi - lo) / 2;
    if (middle <= lo || middle >= hi) break;
    (f(middle) > 0 ? lo : hi) = middle;
  }
  return lo + (hi - lo) / 2;
}

inline void check_order(std::size_t k, char const* asked) { require(k >= 1, "{}: expected k >= 1, got 0", asked); }

}  // namespace detail

/// E[(1 - t)^k] over the window: the probability that the k other cells of S' are visible.
[[nodiscard]] inline double recoverable_share(std::size_t k, t_window const& w) {
  double const u = 1 - w.lo, v = 1 - w.hi;
  double sum = 0, power = 1;  // (1/(k + 1)) sum over i of u^(k - i) v^i, by Horner's rule
  for (std::size_t i = 0; i <= k; ++i) {
    sum = sum * u + power;
    power *= v;
  }
  return sum / static_cast<double>(k + 1);
}

/// P_S = (k + 1) E[t (1 - t)^k]: the share of signal masks. Masks of noise, the empty one among them, are the rest.
///
/// Source    Huang and Mirzasoleiman 2026, arXiv:2601.22450, theorem 4.3
[[nodiscard]] inline double signal_share(std::size_t k, t_window const& w) {
  return static_cast<double>(k + 1) * (recoverable_share(k, w) - recoverable_share(k + 1, w));
}
[[nodiscard]] inline double signal_share(std::size_t k, double t) {
  return static_cast<double>(k + 1) * t * std::pow(1 - t, static_cast<double>(k));
}

/// The one t with the largest P_S, 1/(k + 1).
///
/// Source    the same, corollary 4.8
[[nodiscard]] constexpr double best_signal_time(std::size_t k) { return 1 / static_cast<double>(k + 1); }

/// The window that starts at 0 with the largest P_S.
///
/// Errors    throws range_error for k = 0
[[nodiscard]] inline t_window best_signal_window(std::size_t k) {
  detail::check_order(k, "best_signal_window");
  // The mean of t (1 - t)^k over [0, hi] rises as long as its last value is above the mean.
  auto const excess = [k](double hi) { return signal_share(k, hi) - signal_share(k, t_window{0, hi}); };
  return {0, detail::falling_root(best_signal_time(k), 1, excess)};
}

/// E[t] E[(1 - t)^k]^2: the number of boards that make the secret identifiable falls with it.
[[nodiscard]] inline double sample_objective(std::size_t k, t_window const& w) {
  double const share = recoverable_share(k, w);
  return (w.lo + w.hi) / 2 * share * share;
}

/// The window that starts at 0 with the largest `sample_objective`: hi is the root in (0, 1) of
/// (2k + 1)(1 - hi)^(k + 1) - (2k + 2)(1 - hi)^k + 1.
///
/// For k = 1 every window with mean 1/3 is as good.
/// Errors    throws range_error for k = 0
/// Source    the same, corollary 4.7
[[nodiscard]] inline t_window best_sample_window(std::size_t k) {
  detail::check_order(k, "best_sample_window");
  auto const n      = static_cast<double>(k);
  auto const slope  = [n](double s) { return std::pow(s, n) * ((2 * n + 1) * s - (2 * n + 2)) + 1; };
  double const root = detail::falling_root(0, 2 * n / (2 * n + 1), slope);  // s = 1 is the other root
  return {0, 1 - root};
}

/// How many boards make the secret of k-parity identifiable with probability 1 - delta.
struct sample_bound {
  double boards;        ///< 4 ln(4 bits/delta) / (E[t] E[(1 - t)^k]^2), theorem 4.2
  double second_bound;  ///< 8 ln(2 bits/delta) / E[t], which its proof needs too
};

/// Errors    throws range_error unless 1 <= k <= bits and delta is in (0, 1)
[[nodiscard]] inline sample_bound identifiable_from(std::size_t bits, std::size_t k, double delta, t_window const& w) {
  require(k >= 1 && k <= bits, "identifiable_from: expected 1 <= k <= bits, got k {} and bits {}", k, bits);
  require(delta > 0 && delta < 1, "identifiable_from: expected delta in (0, 1), got {}", delta);
  auto const n = static_cast<double>(bits);
  return {4 * std::log(4 * n / delta) / sample_objective(k, w), 8 * std::log(2 * n / delta) / ((w.lo + w.hi) / 2)};
}

/// What who knows k-parity loses under `masked_diffusion` in the window, t drawn without a floor.
///
/// Units     nats per cell
/// Errors    throws range_error unless 1 <= k <= bits
[[nodiscard]] inline double parity_floor(std::size_t bits, std::size_t k, t_window const& w, bool inverse_t = true) {
  require(k >= 1 && k <= bits, "parity_floor: expected 1 <= k <= bits, got k {} and bits {}", k, bits);
  double const cells = static_cast<double>(bits + 1), mean = (w.lo + w.hi) / 2;
  if (!inverse_t) return std::numbers::ln2 * (mean - signal_share(k, w) / cells);
  return std::numbers::ln2 * (1 - static_cast<double>(k + 1) * recoverable_share(k, w) / cells);
}

/// How the orders of n-grams are added up.
struct ngram_signal_form {
  bool squared      = false;  ///< each signal, not its weight, is squared
  bool order_factor = false;  ///< each signal is multiplied by its order, as P_S is by k + 1
};

/// sum over orders i of w_i t (1 - t)^(i - 1): the signal of a text that is a mixture of parities of i tokens.
///
/// Source    the same, section F.4
[[nodiscard]] inline double ngram_signal(std::span<ngram_weight const> weights, double t, ngram_signal_form form = {}) {
  double sum = 0;
  for (auto const& w : weights) {
    auto const i   = static_cast<double>(w.order);
    double const s = (form.order_factor ? i : 1) * t * std::pow(1 - t, i - 1);
    sum += w.weight * (form.squared ? s * s : s);
  }
  return sum;
}

/// The t in (0, 1) with the largest `ngram_signal`.
///
/// Errors    throws range_error without a positive weight of an order of at least 2
[[nodiscard]] inline double best_ngram_time(std::span<ngram_weight const> weights, ngram_signal_form form = {}) {
  require(std::ranges::any_of(weights, [](auto const& w) { return w.order >= 2 && w.weight > 0; }),
          "best_ngram_time: expected a positive weight of an order of at least 2, got {} weights without",
          weights.size());
  auto const slope = [&](double t) {
    double sum = 0;
    for (auto const& w : weights) {
      auto const i         = static_cast<double>(w.order);
      double const factor  = form.order_factor ? i : 1;
      double const falling = std::pow(1 - t, i - 2) * (1 - i * t);  // of t (1 - t)^(i - 1)
      double const signal  = t * std::pow(1 - t, i - 1);
      sum += w.weight * (form.squared ? 2 * factor * factor * signal * falling : factor * falling);
    }
    return sum;
  };
  int const grid = 4096;  // several orders may have several maxima: the best one of a grid, then its place
  int best       = 1;
  for (int i = 2; i < grid; ++i)
    if (ngram_signal(weights, double(i) / grid, form) > ngram_signal(weights, double(best) / grid, form)) best = i;
  return detail::falling_root(double(best - 1) / grid, double(best + 1) / grid, slope);
}

}  // namespace regula
