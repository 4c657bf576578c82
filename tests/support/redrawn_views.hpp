// SPDX-License-Identifier: MIT
/// @file
/// Models of redrawn boards for tests: an oracle's leave-one-out conditionals, its posteriors, or a fixed row.
#pragma once

#include <regula/oracles/oracle.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace regula::test {

/// ln p(x_i | all cells of z but z_i), or ln p(x_i | z), of an oracle.
template <Oracle O, bool LeaveOneOut = true>
struct redrawn_view {
  O const& oracle;

  void operator()(std::span<token const> z, double lambda, std::span<double> out) const {
    constexpr std::size_t D = O::cell_count, row = D * O::alphabet;
    for (std::size_t i = 0; i < z.size() / D; ++i) {
      auto const board = z.subspan(i * D).template first<D>();
      auto const table = out.subspan(i * row, row);
      if constexpr (LeaveOneOut)
        redrawn_leave_one_out(oracle, board, std::exp(-lambda), table);
      else
        redrawn_posterior(oracle, board, std::exp(-lambda), table);
      for (double& p : table)
        p = std::log(p);
    }
  }
};

template <Oracle O>
redrawn_view<O> leave_one_out_view(O const& oracle) {
  return {oracle};
}
template <Oracle O>
redrawn_view<O, false> posterior_view(O const& oracle) {
  return {oracle};
}

/// The same probabilities in every cell; counts how often it was asked.
struct fixed_view {
  std::vector<double> p;
  std::size_t calls = 0;

  void operator()(std::span<token const> z, double, std::span<double> out) {
    ++calls;
    for (std::size_t i = 0; i < z.size(); ++i)
      for (std::size_t v = 0; v < p.size(); ++v)
        out[i * p.size() + v] = std::log(p[v]);
  }
};

}  // namespace regula::test
