// SPDX-License-Identifier: MIT
/// @file
/// Boards as the values that a denoiser works on, and which board the denoised values are nearest to.
#pragma once

#include <regula/concepts/rule.hpp>
#include <regula/objectives/encoding.hpp>
#include <regula/samplers/heun.hpp>

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

namespace regula {

/// The view of a model that denoises encoded boards and says how they are encoded.
template <class V>
concept DenoisesBoards = Denoises<V const, double> &&
                         requires(V const& view) { requires Encoding<std::remove_cvref_t<decltype(view.encoding())>>; };

namespace detail {

/// The codes of all symbols. Distances between boards are those of their codes.
template <std::size_t D>
class board_codes {
 public:
  template <Encoding E>
  board_codes(E const& encoding, token alphabet)
      : channels_{E::channels(alphabet)}, codes_{codes_of(encoding, alphabet)} {}

  /// How many numbers a board has: T C.
  [[nodiscard]] std::size_t values() const { return D * channels_; }

  /// Writes a board's values. Shape out [T, C]
  void write(cells<D> board, std::span<double> out) const {
    for (std::size_t j = 0; j < out.size(); ++j)
      out[j] = codes_[board[j / channels_] * channels_ + j % channels_];
  }

  [[nodiscard]] std::vector<double> of(cells<D> board) const {
    std::vector<double> out(values());
    write(board, out);
    return out;
  }

  /// How many cells are not nearer to their symbol in the board than to any other: 0 if the values are the board's, by
  /// sign of binary boards. A value in the middle, or NaN, is not nearer.
  ///
  /// Shapes    x [T, C]
  [[nodiscard]] std::size_t cells_away(std::span<double const> x, cells<D> board) const {
    std::size_t away = 0;
    for (std::size_t i = 0; i < D; ++i) {
      auto const cell      = x.subspan(i * channels_, channels_);
      double const nearest = distance(cell, board[i]);
      bool is_nearest      = true;
      for (std::size_t v = 0; v < codes_.size() / channels_; ++v)
        if (v != board[i] && !(nearest < distance(cell, v))) is_nearest = false;
      away += !is_nearest;
    }
    return away;
  }

 private:
  /// Squared.
  [[nodiscard]] double distance(std::span<double const> cell, std::size_t symbol) const {
    double sum = 0;
    for (std::size_t k = 0; k < channels_; ++k) {
      double const d = cell[k] - codes_[symbol * channels_ + k];
      sum += d * d;
    }
    return sum;
  }

  std::size_t channels_;
  std::vector<double> codes_;  // [V, C]
};

}  // namespace detail
}  // namespace regula
