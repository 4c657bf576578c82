// SPDX-License-Identifier: MIT
/// @file
/// The fingerprint of a data set for records.
#pragma once

#include <regula/data/board_set.hpp>
#include <regula/detail/xxhash.hpp>

#include <fmt/core.h>

#include <cstddef>
#include <string>

namespace regula {

/// XXH3, 128 bits, of the tokens (16 bits each, low byte first, board by board) as 32 hexadecimal digits.
///
/// Source  github.com/Cyan4973/xxHash; `xxhsum -H2` prints the same digits for a file of those bytes
template <std::size_t D>
[[nodiscard]] std::string data_hash(board_set<D> const& boards) {
  auto const hash = detail::long_hash_of(boards.tokens());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace regula
