// SPDX-License-Identifier: MIT
/// @file
/// An oracle in the settings of symbols - next token, hidden cells, redrawn cells -, for samplers and probes like a
/// network's view.
#pragma once

#include <regula/error.hpp>
#include <regula/oracles/oracle.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace regula {

namespace detail {

/// Logarithms of the rows of probabilities; a row of zeros, where no board fits, becomes that of all symbols alike.
inline void log_rows(std::span<double const> rows, std::size_t columns, std::span<double> out) {
  for (std::size_t i = 0; i < rows.size(); i += columns) {
    auto const row   = rows.subspan(i, columns);
    bool const known = std::ranges::any_of(row, [](double p) { return p > 0; });
    for (std::size_t j = 0; j < columns; ++j)
      out[i + j] = known ? std::log(row[j]) : -std::log(static_cast<double>(columns));
  }
}

/// The cells of board i of many.
template <Oracle O>
[[nodiscard]] cells<O::cell_count> board_at(std::span<token const> z, std::size_t i) {
  return cells<O::cell_count>{z.data() + i * O::cell_count, O::cell_count};
}

template <Oracle O>
[[nodiscard]] std::size_t checked_boards(std::span<token const> z, std::size_t out, std::size_t columns) {
  std::size_t const n = z.size() / O::cell_count;
  require<shape_error>(z.size() == n * O::cell_count && out == n * O::cell_count * columns,
                       "oracle: expected boards of {} cells and room for {} numbers a cell, got {} and {}",
                       std::size_t{O::cell_count},
                       columns,
                       z.size(),
                       out);
  return n;
}

}  // namespace detail

/// p(x_i | x_0 .. x_{i-1}) of an oracle, as `causal_view` of a network; *start* has probability 0. After a prefix that
/// no board has, all symbols are alike.
template <Oracle O>
class oracle_causal_view {
 public:
  explicit oracle_causal_view(O oracle) : oracle_{std::move(oracle)} {}

  [[nodiscard]] static constexpr std::size_t columns() { return std::size_t{O::alphabet} + 1; }

  /// Shapes    sequences [n, T]; out [n, T, V + 1]
  void log_probabilities(std::span<token const> sequences, std::span<double> out) const {
    std::size_t const n = detail::checked_boards<O>(sequences, out.size(), columns());
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < O::cell_count; ++k)
        after(sequences.subspan(i * O::cell_count, k), out.subspan((i * O::cell_count + k) * columns(), columns()));
  }

  /// n sequences that grow together by a symbol a call. It refers to the view.
  [[nodiscard]] auto begin(std::size_t n) const { return session{this, std::vector<std::vector<token>>(n)}; }

 private:
  struct session {
    oracle_causal_view const* of;
    std::vector<std::vector<token>> prefixes;

    /// Shapes    last [n], empty at the first call; log_p [n, V + 1]
    void next(std::span<token const> last, std::span<double> log_p) {
      for (std::size_t i = 0; i < prefixes.size(); ++i) {
        if (!last.empty()) prefixes[i].push_back(last[i]);
        of->after(prefixes[i], log_p.subspan(i * columns(), columns()));
      }
    }
  };

  void after(std::span<token const> prefix, std::span<double> out) const {
    std::size_t const k = prefix.size();
    std::vector<double> table(O::cell_count * O::alphabet, 0.0);
    if (std::ranges::all_of(prefix, [](token v) { return v < O::alphabet; })) {
      auto const known = detail::log_likelihood_of_visible<O>(prefix, "oracle");
      (void)oracle_.posterior(known, table);
    }
    detail::log_rows(std::span<double const>{table}.subspan(k * O::alphabet, O::alphabet), O::alphabet, out);
    out[O::alphabet] = -std::numeric_limits<double>::infinity();
  }

  O oracle_;
};

/// p(x_i | visible cells) of an oracle, as `masked_view` of a network. Where no board has the visible cells, all
/// symbols are alike.
template <Oracle O>
class oracle_masked_view {
 public:
  explicit oracle_masked_view(O oracle) : oracle_{std::move(oracle)} {}

  /// Numbers a cell.
  [[nodiscard]] static constexpr std::size_t columns() { return O::alphabet; }

  /// Shapes    z [n, T], hidden cells are `no_token`; out [n, T, V]
  void operator()(std::span<token const> z, std::span<double> out) const {
    std::size_t const n        = detail::checked_boards<O>(z, out.size(), O::alphabet);
    constexpr std::size_t each = O::cell_count * O::alphabet;
    std::vector<double> table(each);
    for (std::size_t i = 0; i < n; ++i) {
      std::ranges::fill(table, 0.0);
      (void)oracle_.posterior(detail::log_likelihood_of_visible<O>(detail::board_at<O>(z, i), "oracle"), table);
      detail::log_rows(table, O::alphabet, out.subspan(i * each, each));
    }
  }

 private:
  O oracle_;
};

/// p(x_i | all cells of z but z_i) of an oracle, as `timed_view` of a network: what the bound of uniform diffusion is
/// smallest at.
template <Oracle O>
class oracle_redrawn_view {
 public:
  explicit oracle_redrawn_view(O oracle) : oracle_{std::move(oracle)} {}

  /// Numbers a cell.
  [[nodiscard]] static constexpr std::size_t columns() { return O::alphabet; }

  /// Shapes    z [n, T]; lambda = -ln(alpha); out [n, T, V]
  void operator()(std::span<token const> z, double lambda, std::span<double> out) const {
    std::size_t const n        = detail::checked_boards<O>(z, out.size(), O::alphabet);
    constexpr std::size_t each = O::cell_count * O::alphabet;
    std::vector<double> table(each);
    for (std::size_t i = 0; i < n; ++i) {
      redrawn_leave_one_out(oracle_, detail::board_at<O>(z, i), std::exp(-lambda), std::span{table});
      detail::log_rows(table, O::alphabet, out.subspan(i * each, each));
    }
  }

 private:
  O oracle_;
};

}  // namespace regula
