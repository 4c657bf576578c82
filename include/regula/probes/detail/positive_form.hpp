// SPDX-License-Identifier: MIT
/// @file
/// c^T A^+ c of a symmetric matrix without negative eigenvalues, by a Cholesky factor with pivots.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace regula::detail {

struct form_value {
  double value     = 0;
  std::size_t rank = 0;
};

/// For c in the range of A, as sums over the same terms are. Rows of A whose rest after the earlier pivots is below
/// rounding, n times the largest diagonal element's, count as combinations of these.
///
/// Shapes    a [n, n], of which the lower half is read; c [n]
[[nodiscard]] inline form_value positive_form(std::vector<double> a, std::vector<double> c) {
  std::size_t const n = c.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j)
      a[j * n + i] = a[i * n + j];
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i)
    largest = std::max(largest, a[i * n + i]);
  double const least = 16 * static_cast<double>(n) * std::numeric_limits<double>::epsilon() * largest;
  form_value out;
  // What is left of A and c once the pivots so far are eliminated stands behind them.
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (a[i * n + i] > a[pivot * n + pivot]) pivot = i;
    double const top = a[pivot * n + pivot];
    if (!(top > least)) break;
    if (pivot != k) {
      for (std::size_t j = 0; j < n; ++j)
        std::swap(a[k * n + j], a[pivot * n + j]);
      for (std::size_t i = 0; i < n; ++i)
        std::swap(a[i * n + k], a[i * n + pivot]);
      std::swap(c[k], c[pivot]);
    }
    out.value += c[k] * c[k] / top;
    ++out.rank;
    for (std::size_t i = k + 1; i < n; ++i) {
      double const factor = a[i * n + k] / top;
      if (factor == 0) continue;
      c[i] -= factor * c[k];
      for (std::size_t j = k + 1; j < n; ++j)
        a[i * n + j] -= factor * a[k * n + j];
    }
  }
  return out;
}

}  // namespace regula::detail
