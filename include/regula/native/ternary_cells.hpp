// SPDX-License-Identifier: MIT
/// @file
/// How the reduced networks of the k-parity theory read a cell: as one of three one-hot blocks, -1, hidden or +1.
#pragma once

#include <regula/concepts/rule.hpp>
#include <regula/error.hpp>

#include <cstddef>

namespace regula::nn {

/// The entry b T + t of cell t of T in a one-hot vector of 3 T: b is 0 for symbol 0, 1 for a hidden cell, 2 for symbol
/// 1.
///
/// Errors    throws range_error for any other symbol
[[nodiscard]] inline std::size_t ternary_entry(token symbol, std::size_t t, std::size_t cells) {
  require(symbol < 2 || symbol == no_token, "native: expected symbols below 2 or hidden cells, got {}", symbol);
  return (symbol == no_token ? 1 : 2 * std::size_t{symbol}) * cells + t;
}

}  // namespace regula::nn
