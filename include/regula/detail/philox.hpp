// SPDX-License-Identifier: MIT
/// @file
/// The Philox generator of Random123; the only header that includes it, without the vector types that it brings along.
///
/// Random123's vector types are not used here, and the intrinsics header behind them is a fifth of the time that
/// core.hpp takes to compile. A program that wants Random123's own ARS or AES generators includes it first.
#pragma once

#ifndef R123_USE_SSE
#define R123_USE_SSE 0
#endif
#include <Random123/philox.h>

#include <array>
#include <cstdint>

namespace regula::detail {

using philox_block = std::array<std::uint64_t, 4>;

/// Philox4x64-10: four words of counter and two of key give four random words.
///
/// Source    Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2, 3"
[[nodiscard]] inline philox_block philox(philox_block const& counter,
                                         std::array<std::uint64_t, 2> const& key) noexcept {
  using generator = r123::Philox4x64_R<10>;
  generator::ctr_type const random =
      generator{}({{counter[0], counter[1], counter[2], counter[3]}}, {{key[0], key[1]}});
  return {random[0], random[1], random[2], random[3]};
}

}  // namespace regula::detail
