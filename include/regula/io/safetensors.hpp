// SPDX-License-Identifier: MIT
/// @file
/// Reads and writes safetensors files; a file is data from outside, and one that breaks its format is refused.
#pragma once

#include <regula/io/atomic_file.hpp>
#include <regula/io/named_tensors.hpp>
#include <regula/io/safetensors_header.hpp>

#include <array>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <ios>
#include <new>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace regula {

/// The tensors of a safetensors file, in the order of their data, with `origin` set to the path.
///
/// Each tensor is read straight into its own memory; nothing is allocated that the size of the file does not cover.
///
/// Errors    throws file_error, one sentence naming the file, what was expected and what is there
/// Source    the format: 8 bytes header length (little endian), JSON header, data
[[nodiscard]] named_tensors read_safetensors(std::filesystem::path const& path);

/// Writes a safetensors file: largest elements first (so that all data is aligned), otherwise in the order given.
///
/// The old file stays until the finished one takes its place (atomic_file.hpp). Equal tensors give equal bytes.
///
/// Errors    throws file_error if a name or metadata is not UTF-8, or the file cannot be written
void write_safetensors(std::filesystem::path const& path, named_tensors const& tensors);

namespace detail {

inline void read_exactly(std::ifstream& file, std::span<std::byte> into, std::string const& source) {
  file.read(reinterpret_cast<char*>(into.data()), static_cast<std::streamsize>(into.size()));
  require<file_error>(static_cast<std::size_t>(file.gcount()) == into.size(),
                      "{}: expected {} more bytes, got {}: the file ends early or cannot be read",
                      source,
                      into.size(),
                      file.gcount());
}

/// Size of a regular file.
[[nodiscard]] inline std::size_t regular_file_size(std::filesystem::path const& path, std::string const& source) {
  std::error_code reason;
  auto const status = std::filesystem::status(path, reason);
  require<file_error>(std::filesystem::exists(status), "{}: cannot be read: {}", source, reason.message());
  require<file_error>(std::filesystem::is_regular_file(status), "{}: expected a regular file", source);
  auto const size = std::filesystem::file_size(path, reason);
  require<file_error>(!reason, "{}: cannot be read: {}", source, reason.message());
  return size;
}

}  // namespace detail

inline named_tensors read_safetensors(std::filesystem::path const& path) try {
  auto const source = "read_safetensors: " + path.string();
  auto const size   = detail::regular_file_size(path, source);
  require<file_error>(size >= 8, "{}: expected 8 bytes of header length, got a file of {}", source, size);
  std::ifstream file(path, std::ios::binary);
  require<file_error>(
      file.is_open(), "{}: cannot be opened: {}", source, std::error_code(errno, std::generic_category()).message());

  std::array<std::byte, 8> first{};
  detail::read_exactly(file, first, source);
  auto const length = std::bit_cast<std::uint64_t>(first);
  require<file_error>(length <= detail::header_limit && length <= size - 8,
                      "{}: expected a header length within the file and up to {}, got {} in a file of {} bytes",
                      source,
                      detail::header_limit,
                      length,
                      size);
  std::string text(length, ' ');
  detail::read_exactly(file, std::as_writable_bytes(std::span(text)), source);
  auto header = detail::parse_header(text, size - 8 - length, source);

  named_tensors tensors;
  tensors.origin   = path.string();
  tensors.metadata = std::move(header.metadata);
  for (auto& entry : header.entries) {
    auto& added = tensors.add(std::move(entry.name), tensor(entry.type, std::move(entry.shape)));
    detail::read_exactly(file, added.bytes(), source);
  }
  return tensors;
} catch (std::bad_alloc const&) {
  throw file_error("read_safetensors: " + path.string() + ": expected tensors that fit into memory");
}

inline void write_safetensors(std::filesystem::path const& path, named_tensors const& tensors) {
  auto const source = "write_safetensors: " + path.string();
  std::vector<named_tensors::value_type const*> order;
  for (std::size_t const bytes : {8u, 4u, 2u, 1u})
    for (auto const& item : tensors)
      if (byte_size(item.second.type()) == bytes) order.push_back(&item);

  detail::safetensors_header header{tensors.metadata, {}};
  std::size_t begin = 0;
  for (auto const* item : order) {
    auto const& [name, value] = *item;
    auto const end            = begin + value.bytes().size();
    header.entries.push_back({name, value.type(), value.shape(), begin, end});
    begin = end;
  }
  auto const text   = detail::format_header(header, source);
  auto const length = std::bit_cast<std::array<std::byte, 8>>(std::uint64_t{text.size()});

  atomic_file file(path);
  file.write(length);
  file.write(text);
  for (auto const* item : order)
    file.write(item->second.bytes());
  file.commit();
}

}  // namespace regula
