// SPDX-License-Identifier: MIT
/// @file
/// How sure a model of symbols is of every cell: entropies of its conditionals, leave-one-out or posterior.
#pragma once

#include <regula/error.hpp>
#include <regula/objectives/conditionals.hpp>
#include <regula/probes/symbol_corruption.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace regula {

/// Which conditional of a cell, given a corrupted board z.
enum class cell_law {
  leave_one_out,  ///< p(x_i | all cells of z but z_i), what the bound of uniform diffusion is least at
  posterior,      ///< p(x_i | z), its own symbol seen: near t = 0 it is sure of that one, whatever the model knows
};

/// The name of a value in records.
[[nodiscard]] constexpr std::string_view name_of(cell_law law) {
  switch (law) {
    case cell_law::leave_one_out:
      return "leave_one_out";
    case cell_law::posterior:
      return "posterior";
  }
  return "unknown";
}

/// -sum p ln p of a row of logarithms. Units  nats; NaN if one of them is
[[nodiscard]] inline double entropy_of(std::span<double const> log_p) {
  double sum = 0;
  for (double const l : log_p)
    if (l != -std::numeric_limits<double>::infinity()) sum -= std::exp(l) * l;
  return sum;
}

/// The largest probability of a row of logarithms less the second largest: 1 where there is one symbol only.
[[nodiscard]] inline double top_gap_of(std::span<double const> log_p) {
  double first = 0, second = 0;
  for (double const l : log_p) {
    double const p = std::exp(l);
    second         = std::max(second, std::min(first, p));
    first          = std::max(first, p);
  }
  return first - second;
}

/// sum p (1 - p) of a row of logarithms: the chance that two draws differ.
[[nodiscard]] inline double gini_of(std::span<double const> log_p) {
  double sum = 0;
  for (double const l : log_p)
    sum += std::exp(l) * -std::expm1(l);
  return sum;
}

/// Calls visit(cell of z, ln p of its symbols [V]) for every cell of n corrupted boards, in an order of its own.
///
/// A model of redrawn cells gives one of the laws, `predicts`, and the other follows from it. A model of hidden cells
/// gives the posterior of those it sees hidden - the others' is certain -, and leave-one-out laws of the others when
/// each is hidden in its turn.
/// Shapes    z [n, T] as `corrupted_boards` gives them at this time
/// Cost      one evaluation a board; leave-one-out of hidden cells: one more for every cell that is not hidden
template <RestoresSymbols V, class Visit>
void for_each_cell_law(V const& view,
                       std::span<token const> z,
                       corruption_time at,
                       data_shape shape,
                       cell_law law,
                       cell_law predicts,
                       Visit const& visit) {
  std::size_t const cells = shape.cells(), symbols = shape.alphabet;
  if constexpr (PredictsRedrawn<V const>) {
    redrawn_level const level = at.level();
    std::vector<token> boards(z.begin(), z.end());
    std::vector<double> row(symbols);
    for_each_prediction(view, boards, level.lambda(), shape, [&](auto some, auto log_x, std::size_t first) {
      for (std::size_t i = 0; i < some.size(); ++i) {
        auto const given = log_x.subspan(i * symbols, symbols);
        if (law == predicts)
          std::ranges::copy(given, row.begin());
        else if (law == cell_law::posterior)
          posterior_of_leave_one_out(given, some[i], level, row);
        else
          leave_one_out_of_posterior(given, some[i], level, row);
        visit(first * cells + i, std::span<double const>{row});
      }
    });
  } else {
    std::vector<double> log_p, sure(symbols);
    std::vector<token> ways;  // the board, then the board with one more cell hidden, for each that is not
    for (std::size_t first = 0; first < z.size(); first += cells) {
      auto const board = z.subspan(first, cells);
      ways.assign(board.begin(), board.end());
      if (law == cell_law::leave_one_out)
        for (std::size_t j = 0; j < cells; ++j)
          if (board[j] != no_token) {
            ways.insert(ways.end(), board.begin(), board.end());
            ways[ways.size() - cells + j] = no_token;
          }
      log_p.resize(ways.size() * symbols);
      view(std::span<token const>{ways}, std::span{log_p});
      for (std::size_t j = 0, way = 1; j < cells; ++j) {
        std::size_t const of = board[j] == no_token || law == cell_law::posterior ? 0 : way++;
        if (board[j] == no_token || law == cell_law::leave_one_out) {
          visit(first + j, std::span<double const>{log_p}.subspan((of * cells + j) * symbols, symbols));
        } else {
          std::ranges::fill(sure, -std::numeric_limits<double>::infinity());
          sure[board[j]] = 0;
          visit(first + j, std::span<double const>{sure});
        }
      }
    }
  }
}

/// The entropy of every cell's law. Shapes  z, result [n, T]
template <RestoresSymbols V>
[[nodiscard]] std::vector<double> cell_entropies(V const& view,
                                                 std::span<token const> z,
                                                 corruption_time at,
                                                 data_shape shape,
                                                 cell_law law,
                                                 cell_law predicts = cell_law::leave_one_out) {
  std::vector<double> out(z.size());
  for_each_cell_law(view, z, at, shape, law, predicts, [&](std::size_t cell, std::span<double const> log_p) {
    out[cell] = entropy_of(log_p);
  });
  return out;
}

}  // namespace regula
