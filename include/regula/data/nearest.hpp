// SPDX-License-Identifier: MIT
/// @file
/// The nearest of many boards by Hamming distance, for many samples at once.
#pragma once

#include <regula/data/board_set.hpp>
#include <regula/error.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace regula {

/// A board of a set and how many cells it differs in.
struct neighbour {
  std::size_t index;     ///< the first of the nearest ones
  std::size_t distance;  ///< cells that differ; one outside the alphabet always does

  friend bool operator==(neighbour const&, neighbour const&) = default;
};

/// Finds nearest boards by comparing with all of them.
///
/// The boards are kept in blocks, column by column, so that compilers compare many of them at once: a column is a cell,
/// or 16 cells where the alphabet is binary.
/// Cost      on one core about 1 ns a pair of 36 binary cells, 2 ns of 36 cells of other symbols
template <std::size_t D>
class nearest_boards {
 public:
  /// Errors    throws range_error if there is no board
  nearest_boards(board_set<D> const& boards, token alphabet) : alphabet_{alphabet}, count_{boards.size()} {
    require(count_ > 0, "nearest_boards: expected at least one board, got none");
    bool const all_known = std::ranges::all_of(boards.tokens(), [&](token v) { return v < alphabet; });
    is_packed_           = alphabet == 2 && all_known;
    columns_             = is_packed_ ? packed_columns : plain_columns;
    for (std::size_t first = 0; first < count_; first += block_size) {
      block b(columns_ * block_size, is_packed_ ? word{0} : unknown_board_cell);
      for (std::size_t j = 0; j < block_size; ++j) {
        // The last board fills the last block up: it never comes before itself.
        auto const board = boards[std::min(first + j, count_ - 1)];
        for (std::size_t cell = 0; cell < D; ++cell)
          if (is_packed_)
            set_bit(b[cell / 16 * block_size + j], cell, board[cell]);
          else if (board[cell] < alphabet)
            b[cell * block_size + j] = board[cell];
      }
      blocks_.push_back(std::move(b));
    }
  }

  /// For each sample the first of the boards with the fewest differing cells.
  ///
  /// Shapes    samples [n, D]; result [n]
  [[nodiscard]] std::vector<neighbour> operator()(board_set<D> const& samples) const {
    std::vector<query> asked;
    for (cells<D> const x : samples)
      asked.push_back(query_of(x));
    std::vector<neighbour> out(samples.size(), {0, std::numeric_limits<std::size_t>::max()});
    distances d{};
    for (std::size_t b = 0; b < blocks_.size(); ++b)
      for (std::size_t i = 0; i < asked.size(); ++i) {
        std::size_t const least = is_packed_ ? compare_bits(asked[i], blocks_[b], d) : compare(asked[i], blocks_[b], d);
        if (least >= out[i].distance) continue;
        auto const at = std::ranges::find(d, least) - d.begin();
        out[i]        = {b * block_size + static_cast<std::size_t>(at), least};
      }
    return out;
  }

 private:
  using word = std::uint16_t;
  static_assert(D < 0x8000, "distances fit 15 bits");

  static constexpr std::size_t block_size     = 1024;
  static constexpr std::size_t at_once        = 3;  ///< columns
  static constexpr std::size_t packed_columns = (D + 15) / 16 + at_once - 1 - ((D + 15) / 16 + at_once - 1) % at_once;
  static constexpr std::size_t plain_columns  = D + at_once - 1 - (D + at_once - 1) % at_once;
  static constexpr word unknown_board_cell = 0xFFFF, unknown_cell = 0xFFFE;  // equal no symbol, nor each other

  using block     = std::vector<word>;  // [columns, block_size]
  using distances = std::array<word, block_size>;

  /// A sample in columns; of bits, which are known, and how many are not.
  struct query {
    std::vector<word> columns, known;
    word unknown = 0;
  };

  static void set_bit(word& w, std::size_t cell, token value) { w = static_cast<word>(w | value << cell % 16); }

  [[nodiscard]] query query_of(cells<D> x) const {
    query q{std::vector<word>(columns_, is_packed_ ? word{0} : unknown_board_cell), std::vector<word>(columns_)};
    for (std::size_t cell = 0; cell < D; ++cell) {
      bool const is_known = x[cell] < alphabet_;
      if (!is_packed_) {
        q.columns[cell] = is_known ? x[cell] : unknown_cell;
      } else if (is_known) {
        set_bit(q.columns[cell / 16], cell, x[cell]);
        set_bit(q.known[cell / 16], cell, 1);
      } else {
        ++q.unknown;
      }
    }
    return q;
  }

  /// The bits of three words, in four fields of 4 bits that hold up to 12 each.
  static constexpr word quarters(word x, word y, word z) noexcept {
    auto const pairs = [](word w) { return static_cast<word>(w - (w >> 1 & 0x5555)); };
    auto const fours = [](word w) { return static_cast<word>((w & 0x3333) + (w >> 2 & 0x3333)); };
    return static_cast<word>(fours(pairs(x)) + fours(pairs(y)) + fours(pairs(z)));
  }

  /// The sum of four fields of 4 bits.
  static constexpr word sum_of(word quarters) noexcept {
    auto const halves = static_cast<word>((quarters & 0x0f0f) + (quarters >> 4 & 0x0f0f));
    return static_cast<word>((halves + (halves >> 8)) & 0xff);
  }

  /// The distances to a block of boards, and the smallest of them.
  static std::size_t compare_bits(query const& q, block const& b, distances& d) noexcept {
    d.fill(q.unknown);
    for (std::size_t c = 0; c < packed_columns; c += at_once) {
      word const *const x = b.data() + c * block_size, *const y = x + block_size, *const z = y + block_size;
      std::array<word, 3> const mine{q.columns[c], q.columns[c + 1], q.columns[c + 2]};
      std::array<word, 3> const known{q.known[c], q.known[c + 1], q.known[c + 2]};
      for (std::size_t j = 0; j < block_size; ++j)
        d[j] = static_cast<word>(d[j] + sum_of(quarters(static_cast<word>((x[j] ^ mine[0]) & known[0]),
                                                        static_cast<word>((y[j] ^ mine[1]) & known[1]),
                                                        static_cast<word>((z[j] ^ mine[2]) & known[2]))));
    }
    return smallest(d);
  }

  static std::size_t compare(query const& q, block const& b, distances& d) noexcept {
    d.fill(0);
    for (std::size_t c = 0; c < plain_columns; c += at_once) {
      word const *const x = b.data() + c * block_size, *const y = x + block_size, *const z = y + block_size;
      std::array<word, 3> const mine{q.columns[c], q.columns[c + 1], q.columns[c + 2]};
      for (std::size_t j = 0; j < block_size; ++j)
        d[j] = static_cast<word>(d[j] + (x[j] != mine[0]) + (y[j] != mine[1]) + (z[j] != mine[2]));
    }
    return smallest(d);
  }

  static word smallest(distances const& d) noexcept {
    std::int16_t least = std::numeric_limits<std::int16_t>::max();  // signed: vector units all know its minimum
    for (word const x : d)
      least = std::min(least, static_cast<std::int16_t>(x));
    return static_cast<word>(least);
  }

  token alphabet_;
  std::size_t count_;
  bool is_packed_      = false;
  std::size_t columns_ = 0;
  std::vector<block> blocks_;
};

}  // namespace regula
