// SPDX-License-Identifier: MIT
/// @file
/// UTF-8 into code points, with every byte checked.
#pragma once

#include <regula/error.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace regula::detail {

/// The code points of a text.
///
/// Errors    throws file_error naming the offset of the first byte that is not UTF-8: a stray or missing continuation,
/// an
///           overlong form, a surrogate, a number above U+10FFFF
/// Source    Unicode 15, table 3-7
[[nodiscard]] inline std::vector<char32_t> decode_utf8(std::span<std::byte const> bytes, std::string const& source) {
  std::vector<char32_t> out;
  std::size_t at    = 0;
  auto const refuse = [&](std::size_t offset, char const* what) {
    throw file_error(fmt::format("{}: expected UTF-8, but {} at byte {}", source, what, offset));
  };
  while (at < bytes.size()) {
    auto const lead          = std::to_integer<unsigned>(bytes[at]);
    std::size_t const length = lead < 0x80   ? 1
                               : lead < 0xC2 ? 0
                               : lead < 0xE0 ? 2
                               : lead < 0xF0 ? 3
                               : lead < 0xF5 ? 4
                                             : 0;
    if (length == 0) refuse(at, lead < 0xC0 ? "a continuation byte stands alone" : "no character starts so");
    char32_t c = length == 1 ? lead : lead & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
      if (at + i == bytes.size()) refuse(at + i, "the text ends within a character");
      auto const next = std::to_integer<unsigned>(bytes[at + i]);
      if ((next & 0xC0U) != 0x80) refuse(at + i, "a continuation byte is missing");
      c = c << 6 | (next & 0x3FU);
    }
    bool const overlong = (length == 3 && c < 0x800) || (length == 4 && c < 0x10000);
    if (overlong || (c >= 0xD800 && c < 0xE000) || c > 0x10FFFF) refuse(at, "no character is written so");
    out.push_back(c);
    at += length;
  }
  return out;
}

}  // namespace regula::detail
