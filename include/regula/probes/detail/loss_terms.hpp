// SPDX-License-Identifier: MIT
/// @file
/// One masked board of k-parity: its loss apart, by regime.
#pragma once

#include <regula/concepts/rule.hpp>
#include <regula/probes/secret.hpp>

#include <cmath>
#include <cstddef>
#include <span>

namespace regula::detail {

/// The terms of `effective_loss` for one board and mask.
struct loss_terms {
  double signal = 0, noise = 0, position = 0, constant = 0, total = 0;
};

/// Of the sum over hidden cells of (f_j - x_j)^2, times `scale`.
///
/// Shapes    board, visible, f [T]
[[nodiscard]] inline loss_terms squared_terms(std::span<token const> board,
                                              std::span<token const> visible,
                                              hidden_count const& hidden,
                                              std::span<double const> f,
                                              double scale) {
  if (hidden.cells == 0) return {};
  auto const m = static_cast<double>(hidden.cells);
  double mean = 0, squares = 0, total = 0;
  for (std::size_t j = 0; j < board.size(); ++j) {
    if (visible[j] != no_token) continue;
    double const x = board[j] == 0 ? -1 : 1;
    mean += f[j] / m;
    total += (f[j] - x) * (f[j] - x);
  }
  for (std::size_t j = 0; j < board.size(); ++j)
    if (visible[j] == no_token) squares += (f[j] - mean) * (f[j] - mean);
  loss_terms out{.total = scale * total};
  if (!hidden.is_signal()) {
    out.noise    = scale * m * mean * mean;
    out.position = scale * squares;
    out.constant = scale * m;
    return out;
  }
  std::size_t const s = *hidden.last_secret;
  double const x = board[s] == 0 ? -1 : 1, from_best = mean - x / m;
  out.signal   = scale * m * from_best * from_best;
  out.position = scale * (squares - 2 * (f[s] - mean) * x);
  out.constant = scale * (m - 1 / m);
  return out;
}

/// -p ln(one) - (1 - p) ln(zero), where 0 ln 0 is 0.
[[nodiscard]] inline double binary_cross_entropy(double p, double one, double zero) {
  return (p > 0 ? -p * std::log(one) : 0) + (p < 1 ? -(1 - p) * std::log(zero) : 0);
}

/// Of the sum over hidden cells of -ln p(x_j), times `scale`.
///
/// Shapes    board, visible [T]; log_p [T, 2]
[[nodiscard]] inline loss_terms logit_terms(std::span<token const> board,
                                            std::span<token const> visible,
                                            hidden_count const& hidden,
                                            std::span<double const> log_p,
                                            double scale) {
  if (hidden.cells == 0) return {};
  auto const m = static_cast<double>(hidden.cells);
  double zero = 0, one = 0, apart = 0, total = 0;
  for (std::size_t j = 0; j < board.size(); ++j) {
    if (visible[j] != no_token) continue;
    double const lost = -log_p[2 * j + board[j]], other = -log_p[2 * j + 1U - board[j]];
    zero += std::exp(log_p[2 * j]) / m;
    one += std::exp(log_p[2 * j + 1]) / m;
    apart += hidden.is_signal() && j == *hidden.last_secret ? lost : (lost + other) / 2;  // given what is visible
    total += lost;
  }
  double const known = hidden.is_signal() ? (board[*hidden.last_secret] == 1 ? 1 : 0) + (m - 1) / 2 : m / 2;
  double const best = known / m, least = binary_cross_entropy(best, best, 1 - best);
  double const shared = binary_cross_entropy(best, one, zero);
  loss_terms out{.position = std::isfinite(shared) ? scale * (apart - m * shared) : 0,
                 .constant = scale * m * least,
                 .total    = scale * total};
  (hidden.is_signal() ? out.signal : out.noise) = scale * m * (shared - least);
  return out;
}

}  // namespace regula::detail
