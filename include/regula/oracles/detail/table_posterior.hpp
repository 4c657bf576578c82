// SPDX-License-Identifier: MIT
/// @file
/// Conditionals of a table of boards with a likelihood for every cell and symbol.
#pragma once

#include <regula/concepts/rule.hpp>
#include <regula/data/board_set.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace regula::detail {

inline constexpr double impossible = -std::numeric_limits<double>::infinity();

/// The probability of board k; all alike without weights.
inline double weight_of(std::span<double const> weights, std::size_t k, std::size_t boards) {
  return weights.empty() ? 1 / static_cast<double>(boards) : weights[k];
}

/// Divides every row [V] by its sum; leaves rows of zeros.
inline void normalise_rows(std::span<double> table, std::size_t alphabet) {
  for (std::size_t first = 0; first < table.size(); first += alphabet) {
    auto const row = table.subspan(first, alphabet);
    double sum     = 0;
    for (double const p : row)
      sum += p;
    if (sum > 0)
      for (double& p : row)
        p /= sum;
  }
}

/// See the concept Oracle. `weights` [N] sum to 1, or are empty: all boards alike.
template <std::size_t D, std::size_t V>
double table_posterior(board_set<D> const& boards,
                       std::span<double const> weights,
                       std::span<double const> log_likelihood,
                       std::span<double> out) {
  std::vector<double> log_joint(boards.size());
  double largest = impossible;
  for (std::size_t k = 0; k < boards.size(); ++k) {
    auto const board = boards[k];
    double sum       = 0;
    for (std::size_t i = 0; i < D; ++i)
      sum += log_likelihood[i * V + board[i]];
    if (!weights.empty()) sum += std::log(weights[k]);
    log_joint[k] = sum;
    largest      = std::max(largest, sum);
  }
  std::ranges::fill(out, 0.0);
  if (largest == impossible) return impossible;
  double total = 0;
  for (std::size_t k = 0; k < boards.size(); ++k) {
    double const relative = std::exp(log_joint[k] - largest);
    if (relative == 0) continue;
    total += relative;
    auto const board = boards[k];
    for (std::size_t i = 0; i < D; ++i)
      out[i * V + board[i]] += relative;
  }
  normalise_rows(out, V);
  double const each = weights.empty() ? std::log(static_cast<double>(boards.size())) : 0;
  return largest + std::log(total) - each;
}

/// See the concept Oracle.
template <std::size_t D, std::size_t V>
void table_leave_one_out(board_set<D> const& boards,
                         std::span<double const> weights,
                         std::span<double const> log_likelihood,
                         std::span<double> out) {
  // Of each board, what its cells add up to where they are possible, and how many are not: a board counts for cell i
  // if no other cell is impossible.
  std::vector<double> log_joint(boards.size());
  std::vector<std::size_t> impossible_cells(boards.size());
  auto const without = [&](std::size_t k, std::size_t i) {
    double const here = log_likelihood[i * V + boards[k][i]];
    if (here == impossible) return impossible_cells[k] == 1 ? log_joint[k] : impossible;
    return impossible_cells[k] == 0 ? log_joint[k] - here : impossible;
  };
  std::vector<double> largest(D, impossible);  // of each cell
  for (std::size_t k = 0; k < boards.size(); ++k) {
    auto const board = boards[k];
    log_joint[k]     = std::log(weight_of(weights, k, boards.size()));
    for (std::size_t i = 0; i < D; ++i) {
      double const l = log_likelihood[i * V + board[i]];
      if (l == impossible)
        ++impossible_cells[k];
      else
        log_joint[k] += l;
    }
    for (std::size_t i = 0; i < D; ++i)
      largest[i] = std::max(largest[i], without(k, i));
  }
  std::ranges::fill(out, 0.0);
  for (std::size_t k = 0; k < boards.size(); ++k) {
    auto const board = boards[k];
    for (std::size_t i = 0; i < D; ++i)
      if (double const l = without(k, i); l != impossible) out[i * V + board[i]] += std::exp(l - largest[i]);
  }
  normalise_rows(out, V);
}

}  // namespace regula::detail
