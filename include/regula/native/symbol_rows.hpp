// SPDX-License-Identifier: MIT
/// @file
/// Symbols as the padded one-hot rows that a table is multiplied with.
#pragma once

#include <regula/concepts/rule.hpp>
#include <regula/error.hpp>

#include <cstddef>
#include <span>

namespace regula::nn {

/// Samples of `Tokens` cells with one of `Symbols` symbols each, in rows `Row` numbers apart.
template <class Real, int Tokens, int Symbols, int Row>
struct symbol_rows {
  /// Writes sample s of the rows `to`; hidden cells (no_token) become the symbol `hidden`.
  ///
  /// Errors    throws range_error for a symbol that is none of the net's
  static void write(std::span<token const> symbols, token hidden, std::size_t s, Real* to) {
    to += s * std::size_t(Tokens * Row);
    for (std::size_t t = 0; t < std::size_t(Tokens); ++t, to += Row) {
      token const symbol = symbols[t] == no_token ? hidden : symbols[t];
      require(symbol < Symbols, "native: expected symbols below {}, got {}", Symbols, symbol);
      for (int v = 0; v < Symbols; ++v)
        to[v] = 0;
      to[symbol] = 1;
    }
  }
};

}  // namespace regula::nn
