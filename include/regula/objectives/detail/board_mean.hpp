// SPDX-License-Identifier: MIT
/// @file
/// Means over boards with their standard error, and what evaluations of symbols ask of a batch of boards.
#pragma once

#include <regula/concepts/model.hpp>
#include <regula/error.hpp>

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

namespace regula::detail {

/// A running mean and its standard error; a single infinite value makes the mean infinite.
class board_mean {
 public:
  void add(double value) {
    ++n_;
    sum_ += value;
    double const step = value - mean_;
    mean_ += step / static_cast<double>(n_);
    squares_ += step * (value - mean_);
  }
  [[nodiscard]] double mean() const { return std::isfinite(sum_) ? mean_ : sum_; }
  [[nodiscard]] double standard_error() const {
    if (n_ < 2) return std::numeric_limits<double>::quiet_NaN();
    auto const n = static_cast<double>(n_);
    return std::sqrt(squares_ / (n * (n - 1)));
  }

 private:
  std::size_t n_  = 0;
  double sum_     = 0;
  double mean_    = 0;
  double squares_ = 0;  // sum of squared deviations
};

/// How many boards of `cells` cells these are.
///
/// Errors    throws shape_error unless it is a whole number above zero
[[nodiscard]] inline std::size_t board_count(char const* who, std::span<token const> boards, std::size_t cells) {
  require<shape_error>(!boards.empty() && boards.size() % cells == 0,
                       "{}: expected boards of {} cells, at least one, got {} cells",
                       who,
                       cells,
                       boards.size());
  return boards.size() / cells;
}

/// The same for boards whose symbols are looked up: each has to be below the alphabet.
///
/// Errors    throws shape_error as `board_count`, range_error for a symbol outside the alphabet
[[nodiscard]] inline std::size_t board_count_in_alphabet(char const* who,
                                                         std::span<token const> boards,
                                                         data_shape shape) {
  std::size_t const n = board_count(who, boards, shape.cells());
  for (std::size_t j = 0; j < boards.size(); ++j)
    require(boards[j] < shape.alphabet,
            "{}: expected symbols below {}, got {} in cell {} of board {}",
            who,
            shape.alphabet,
            boards[j],
            j % shape.cells(),
            j / shape.cells());
  return n;
}

/// The sum over the hidden cells of `visible` of -ln p(board), where row k of `log_p` [.., T, V] is the model's answer.
[[nodiscard]] inline double hidden_loss(std::span<token const> board,
                                        std::span<token const> visible,
                                        std::span<double const> log_p,
                                        std::size_t k,
                                        std::size_t alphabet) {
  double sum = 0;
  for (std::size_t j = 0; j < board.size(); ++j)
    if (visible[j] == no_token) sum -= log_p[(k * board.size() + j) * alphabet + board[j]];
  return sum;
}

}  // namespace regula::detail
