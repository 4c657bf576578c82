// SPDX-License-Identifier: MIT
/// @file
/// Between samples [T, C] in one piece, as the outside has them, and the padded rows that layers work on.
#pragma once

#include <cstddef>

namespace regula::nn {

/// Samples of `Tokens` cells with `Channels` numbers each, in rows `Row` numbers apart.
template <class Real, int Tokens, int Channels, int Row>
struct sample_rows {
  static constexpr std::size_t values = std::size_t(Tokens) * Channels;

  /// Writes sample s of the rows `to`.
  static void write(Real const* from, std::size_t s, Real* to) {
    to += s * std::size_t(Tokens * Row);
    for (int t = 0; t < Tokens; ++t)
      for (int c = 0; c < Channels; ++c)
        to[t * Row + c] = from[t * Channels + c];
  }

  /// Writes sample s of the rows as zeros.
  static void clear(std::size_t s, Real* to) {
    to += s * std::size_t(Tokens * Row);
    for (int t = 0; t < Tokens; ++t)
      for (int c = 0; c < Channels; ++c)
        to[t * Row + c] = 0;
  }

  /// Writes the first `count` samples one after the other; the others of `all` are zeros.
  static void write_block(Real const* from, std::size_t count, std::size_t all, Real* to) {
    for (std::size_t s = 0; s < all; ++s)
      if (s < count)
        write(from + s * values, s, to);
      else
        clear(s, to);
  }

  /// Reads sample s of the rows `from`.
  static void read(Real const* from, std::size_t s, Real* to) {
    from += s * std::size_t(Tokens * Row);
    for (int t = 0; t < Tokens; ++t)
      for (int c = 0; c < Channels; ++c)
        to[t * Channels + c] = from[t * Row + c];
  }
};

}  // namespace regula::nn
