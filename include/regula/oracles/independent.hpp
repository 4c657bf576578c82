// SPDX-License-Identifier: MIT
/// @file
/// The oracle that knows only how often each symbol stands in each cell.
#pragma once

#include <regula/data/board_set.hpp>
#include <regula/error.hpp>
#include <regula/oracles/oracle.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace regula {

/// Cells that know nothing of each other: tanh(x / sigma^2) for fair signs.
///
/// Errors    the constructor throws range_error unless the marginals [D, V] are probabilities, each cell's summing to 1
template <std::size_t D, token V>
class independent {
 public:
  static constexpr std::size_t cell_count = D;
  static constexpr token alphabet         = V;
  static constexpr head_set heads         = oracle_heads;

  explicit independent(std::vector<double> marginals) : marginals_{std::move(marginals)} {
    require<shape_error>(marginals_.size() == D * V,
                         "independent: expected marginals of {} cells and {} symbols, got {} numbers",
                         D,
                         token{V},
                         marginals_.size());
    for (std::size_t i = 0; i < D; ++i) {
      double sum = 0;
      for (double const p : std::span{marginals_}.subspan(i * V, V)) {
        require(p >= 0, "independent: expected probabilities, got {} in cell {}", p, i);
        sum += p;
      }
      require(std::abs(sum - 1) < 1e-6,
              "independent: expected marginals that sum to 1, those of cell {} sum to {}",
              i,
              sum);
    }
  }

  [[nodiscard]] std::span<double const> marginals() const { return marginals_; }
  [[nodiscard]] std::string name() const { return "independent cells"; }

  /// See the concept Oracle.
  [[nodiscard]] double posterior(std::span<double const> log_likelihood, std::span<double> out) const {
    double log_total = 0;
    for (std::size_t i = 0; i < D; ++i) {
      double largest = -std::numeric_limits<double>::infinity(), sum = 0;
      for (std::size_t v = i * V; v < (i + 1) * V; ++v)
        if (marginals_[v] > 0) largest = std::max(largest, log_likelihood[v]);
      for (std::size_t v = i * V; v < (i + 1) * V; ++v) {
        bool const can_be = marginals_[v] > 0 && log_likelihood[v] > -std::numeric_limits<double>::infinity();
        out[v]            = can_be ? marginals_[v] * std::exp(log_likelihood[v] - largest) : 0;
        sum += out[v];
      }
      for (std::size_t v = i * V; v < (i + 1) * V && sum > 0; ++v)
        out[v] /= sum;
      log_total += sum > 0 ? largest + std::log(sum) : -std::numeric_limits<double>::infinity();
    }
    return log_total;
  }

  /// See the concept Oracle. What is known of the other cells does not matter.
  void leave_one_out(std::span<double const>, std::span<double> out) const {
    std::ranges::copy(marginals_, out.begin());
  }

 private:
  std::vector<double> marginals_;  // [D, V]
};

/// Independent cells with the marginals of another oracle: of a population, of a training set.
template <Oracle O>
[[nodiscard]] independent<O::cell_count, O::alphabet> independent_of(O const& oracle) {
  return independent<O::cell_count, O::alphabet>{marginals_of(oracle)};
}

}  // namespace regula
