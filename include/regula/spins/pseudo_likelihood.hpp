// SPDX-License-Identifier: MIT
/// @file
/// How an associative memory of spins learns patterns: each spin from the others, by its likelihood.
#pragma once

#include <regula/error.hpp>
#include <regula/spins/couplings.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace regula {

/// -ln p(x_l | others), summed over spins and patterns. Units  nats
///
/// Shapes    patterns [P, N]
/// Errors    throws shape_error for part of a pattern
[[nodiscard]] inline double pseudo_likelihood_loss(spin_couplings const& memory, std::span<double const> patterns) {
  double sum = 0;
  for (double const m : memory.margins(patterns))
    sum += m > 0 ? std::log1p(std::exp(-2 * m)) : std::log1p(std::exp(2 * m)) - 2 * m;
  return sum;
}

/// Its derivative by couplings: -x_l x_m (1 - tanh M_l), summed over patterns. A Hebb term for each pattern, by how
/// badly spin l is held. Shape of the result [N, N], its diagonal 0.
[[nodiscard]] inline std::vector<double> pseudo_likelihood_gradient(spin_couplings const& memory,
                                                                    std::span<double const> patterns) {
  std::size_t const n = memory.spins();
  auto const margin   = memory.margins(patterns);
  std::vector<double> out(n * n, 0.0);
  for (std::size_t i = 0; i < margin.size(); ++i) {
    std::size_t const l   = i % n;
    double const pull     = patterns[i] * (1 - std::tanh(margin[i]));
    double const* const x = patterns.data() + (i - l);
    double* const row     = out.data() + l * n;
    for (std::size_t m = 0; m < n; ++m)
      row[m] -= pull * x[m];
  }
  for (std::size_t l = 0; l < n; ++l)
    out[l * n + l] = 0;
  return out;
}

/// Steps down the gradient, all patterns at once, from couplings of 0.
struct pseudo_likelihood_descent {
  std::uint64_t steps = 1000;
  double rate = 1;  ///< in units of 1/(largest eigenvalue of the patterns' Gram matrix): below 2 it never climbs
};

/// Errors    throws range_error naming the setting, what was expected and what was given
inline void check(pseudo_likelihood_descent const& how) {
  require(how.rate > 0 && how.rate < 2, "pseudo_likelihood_descent: expected a rate in (0, 2), got {}", how.rate);
}

namespace detail {

/// Of X^T X, where X [P, N] are the patterns: what the curvature of the loss does not exceed. From below, by at most a
/// few per cent (power iteration).
[[nodiscard]] inline double largest_eigenvalue(std::span<double const> patterns, std::size_t spins) {
  std::vector<double> v(spins), next(spins);
  for (std::size_t m = 0; m < spins; ++m)
    v[m] = 1 + 0.5 * std::sin(static_cast<double>(m + 1));  // in no symmetry's way
  double length = 0;
  for (int round = 0; round < 50; ++round) {
    double squares = 0;
    for (double const each : v)
      squares += each * each;
    for (double& each : v)
      each /= std::sqrt(squares);
    next.assign(spins, 0.0);
    for (std::size_t first = 0; first < patterns.size(); first += spins) {
      auto const x     = patterns.subspan(first, spins);
      double const dot = std::inner_product(x.begin(), x.end(), v.begin(), 0.0);
      for (std::size_t m = 0; m < spins; ++m)
        next[m] += dot * x[m];
    }
    squares = 0;
    for (double const each : next)
      squares += each * each;
    length = std::sqrt(squares);
    v      = next;
  }
  return length;
}

}  // namespace detail

/// The memory of these patterns. On patterns that can be held it goes, ever more slowly, to the largest margins.
///
/// Shapes    patterns [P, N]
/// Errors    throws shape_error for part of a pattern, range_error for none and for settings that `check` refuses
/// Cost      4 P N^2 operations a step
/// Source    D'Amico et al. 2025, arXiv:2507.05147; Pham et al. 2026, arXiv:2604.26841, appendix E
[[nodiscard]] inline spin_couplings memory_of(std::span<double const> patterns,
                                              std::size_t spins,
                                              pseudo_likelihood_descent const& how = {}) {
  check(how);
  require(!patterns.empty(), "memory_of: expected at least 1 pattern, got none");
  spin_couplings out{spins};
  double const factor = how.rate / detail::largest_eigenvalue(patterns, spins);
  for (std::uint64_t step = 0; step < how.steps; ++step) {
    auto const slope = pseudo_likelihood_gradient(out, patterns);
    for (std::size_t l = 0; l < spins; ++l)
      for (std::size_t m = 0; m < spins; ++m)
        out.row(l)[m] -= factor * slope[l * spins + m];
  }
  return out;
}

}  // namespace regula
