// SPDX-License-Identifier: MIT
/// @file
/// Corpora from files: texts by characters or bytes, NumPy arrays of integers, flat 16-bit tokens.
#pragma once

#include <regula/data/corpus.hpp>
#include <regula/error.hpp>
#include <regula/io/detail/npy_header.hpp>
#include <regula/io/detail/utf8.hpp>
#include <regula/io/safetensors.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ios>
#include <span>
#include <string>
#include <vector>

namespace regula {

/// What one token of a text is.
enum class text_unit {
  characters,  ///< Unicode code points of UTF-8; the symbols are those that occur, in rising order
  bytes,       ///< bytes; the symbols are all 256
};

namespace detail {

/// A whole file.
[[nodiscard]] inline std::vector<std::byte> read_bytes(std::filesystem::path const& path, std::string const& source) {
  std::vector<std::byte> bytes(regular_file_size(path, source));
  std::ifstream file{path, std::ios::binary};
  read_exactly(file, bytes, source);
  return bytes;
}

/// The integers of a file's data as tokens. Integer: the type in the file, low byte first.
template <class Integer>
[[nodiscard]] std::vector<token> tokens_of(std::span<std::byte const> data, std::string const& source) {
  static_assert(std::endian::native == std::endian::little, "token files are read on little-endian machines only");
  std::vector<token> tokens(data.size() / sizeof(Integer));
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    Integer value;
    std::memcpy(&value, data.data() + i * sizeof(Integer), sizeof(Integer));
    require<file_error>(value >= Integer{0} && static_cast<std::uint64_t>(value) < 65534,
                        "{}: expected tokens from 0 to 65533, got {} at place {}",
                        source,
                        value,
                        i);
    tokens[i] = static_cast<token>(value);
  }
  return tokens;
}

}  // namespace detail

/// Reads a text. No normalisation: equal looking characters of different code points are different symbols.
///
/// Errors    throws file_error if the file cannot be read or is empty; of characters, for malformed UTF-8, naming the
///           offset of its byte, and for more than 65,534 different characters
[[nodiscard]] inline corpus read_text(std::filesystem::path const& path, text_unit unit = text_unit::characters) {
  std::string const source = "read_text: " + path.string();
  auto const bytes         = detail::read_bytes(path, source);
  require<file_error>(!bytes.empty(), "{}: expected a text, but the file is empty", source);
  corpus out{{}, {}, path.string()};
  if (unit == text_unit::bytes) {
    for (char32_t c = 0; c < 256; ++c)
      out.symbols.push_back(c);
    for (std::byte const b : bytes)
      out.tokens.push_back(std::to_integer<token>(b));
    return out;
  }
  auto const characters = detail::decode_utf8(bytes, source);
  out.symbols           = characters;
  std::ranges::sort(out.symbols);
  auto const repeated = std::ranges::unique(out.symbols);
  out.symbols.erase(repeated.begin(), repeated.end());
  require<file_error>(out.symbols.size() <= 65534,
                      "{}: expected at most 65534 different characters, got {}",
                      source,
                      out.symbols.size());
  for (char32_t const c : characters)
    out.tokens.push_back(static_cast<token>(std::ranges::lower_bound(out.symbols, c) - out.symbols.begin()));
  return out;
}

/// Reads a flat file of 16-bit tokens, low byte first, without a header.
///
/// Errors    throws file_error if the file cannot be read, is empty, has an odd number of bytes or a token above 65,533
[[nodiscard]] inline corpus read_uint16_tokens(std::filesystem::path const& path) {
  std::string const source = "read_uint16_tokens: " + path.string();
  auto const bytes         = detail::read_bytes(path, source);
  require<file_error>(!bytes.empty() && bytes.size() % 2 == 0,
                      "{}: expected 2 bytes a token, got a file of {} bytes",
                      source,
                      bytes.size());
  return {detail::tokens_of<std::uint16_t>(bytes, source), {}, path.string()};
}

/// Reads a NumPy file of one dimension: integers of 8 to 64 bits, signed or not, low byte first.
///
/// Errors    throws file_error if the file cannot be read, is no such array, has another size than it says, no element,
///           or one that is no token (0 to 65,533)
/// Source    the NPY format of NumPy, versions 1 to 3
[[nodiscard]] inline corpus read_npy_tokens(std::filesystem::path const& path) {
  std::string const source = "read_npy_tokens: " + path.string();
  auto const bytes         = detail::read_bytes(path, source);
  auto const header        = detail::read_npy_header(bytes, source);
  auto const data          = std::span{bytes}.subspan(header.data_begin);
  require<file_error>(header.shape.size() == 1 && header.shape[0] > 0,
                      "{}: expected an array of one dimension with at least 1 element, got {} dimensions",
                      source,
                      header.shape.size());
  auto const read = [&]<class Integer>(Integer) {
    require<file_error>(data.size() / sizeof(Integer) == header.shape[0] && data.size() % sizeof(Integer) == 0,
                        "{}: expected {} elements of {} bytes, but the file holds {} bytes of data",
                        source,
                        header.shape[0],
                        sizeof(Integer),
                        data.size());
    return corpus{detail::tokens_of<Integer>(data, source), {}, path.string()};
  };
  std::string const& type = header.type;
  if (type == "|u1") return read(std::uint8_t{});
  if (type == "|i1") return read(std::int8_t{});
  if (type == "<u2") return read(std::uint16_t{});
  if (type == "<i2") return read(std::int16_t{});
  if (type == "<u4") return read(std::uint32_t{});
  if (type == "<i4") return read(std::int32_t{});
  if (type == "<u8") return read(std::uint64_t{});
  if (type == "<i8") return read(std::int64_t{});
  throw file_error(source + ": expected integers of 8 to 64 bits, low byte first, got type '" + type + "'");
}

}  // namespace regula
