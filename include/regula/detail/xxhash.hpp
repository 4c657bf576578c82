// SPDX-License-Identifier: MIT
/// @file
/// XXH3 hashes of boards; the only header that includes xxHash, inlined so that nothing needs linking.
#pragma once

#include <regula/concepts/rule.hpp>

#ifndef XXH_INLINE_ALL
#define XXH_INLINE_ALL
#endif
// The digests are the same for all instruction sets; boards are short, and g++ 12 warns inside its AVX-512 header.
#ifndef XXH_VECTOR
#define XXH_VECTOR 0
#endif
#include <xxhash.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace regula::detail {

/// XXH3, 64 bits, of the bytes of the tokens.
[[nodiscard]] inline std::uint64_t hash_of(std::span<token const> tokens) noexcept {
  return XXH3_64bits(tokens.data(), tokens.size_bytes());
}

/// XXH3, 128 bits, of the bytes of the tokens.
[[nodiscard]] inline XXH128_hash_t long_hash_of(std::span<token const> tokens) noexcept {
  return XXH3_128bits(tokens.data(), tokens.size_bytes());
}

/// XXH3, 64 bits, of bytes that follow those of the hash `before`.
[[nodiscard]] inline std::uint64_t hash_of(std::span<std::byte const> bytes, std::uint64_t before) noexcept {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), before);
}

}  // namespace regula::detail
