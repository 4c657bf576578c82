// SPDX-License-Identifier: MIT
/// @file
/// A draw from a distribution given by logarithms, by the race of exponentials: exact far into the tails.
#pragma once

#include <regula/random/draws.hpp>

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

namespace regula {

/// Index j with probability proportional to exp(log_weights[j]): the first of racing exponentials with these rates.
/// One word an index, taken in order, so the draw uses a known number of words. Weights of -infinity are never drawn.
///
/// Requires  at least one weight above -infinity
template <WordSource G>
[[nodiscard]] std::size_t draw_category(G& rng, std::span<double const> log_weights) {
  std::size_t first = 0;
  double best       = -std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < log_weights.size(); ++j) {
    double const arrival = log_weights[j] - std::log(exponential(rng));  // a Gumbel number, shifted
    if (arrival > best) {
      best  = arrival;
      first = j;
    }
  }
  return first;
}

/// Index of the largest number, the lowest of equal ones.
[[nodiscard]] inline std::size_t largest_of(std::span<double const> numbers) {
  std::size_t at = 0;
  for (std::size_t j = 1; j < numbers.size(); ++j)
    if (numbers[j] > numbers[at]) at = j;
  return at;
}

}  // namespace regula
