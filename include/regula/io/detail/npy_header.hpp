// SPDX-License-Identifier: MIT
/// @file
/// The header of a NumPy array file, read with every promise of the format checked.
#pragma once

#include <regula/error.hpp>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace regula::detail {

struct npy_header {
  std::string type;                // as NumPy writes it: "<u2"
  std::vector<std::size_t> shape;  // rows first
  std::size_t data_begin = 0;      // offset of the first element
};

/// Reads the dictionary {'descr': '<u2', 'fortran_order': False, 'shape': (3,), } and nothing else.
class npy_dictionary {
 public:
  npy_dictionary(std::string_view text, std::string const& source) : rest_{text}, source_{source} {}

  npy_header read() {
    npy_header out;
    std::set<std::string> seen;
    expect("{");
    while (!takes("}")) {
      std::string const key = quoted();
      expect(":");
      if (!seen.insert(key).second) refuse("every key once");
      if (key == "descr")
        out.type = quoted();
      else if (key == "fortran_order")
        read_order();
      else if (key == "shape")
        out.shape = shape();
      else
        refuse("the keys descr, fortran_order and shape");
      if (!takes(",")) {
        expect("}");
        break;
      }
    }
    if (seen.size() != 3) refuse("the keys descr, fortran_order and shape");
    skip_space();
    if (!rest_.empty()) refuse("nothing after the dictionary");
    return out;
  }

 private:
  [[noreturn]] void refuse(char const* expected) const {
    throw file_error(fmt::format("{}: expected {} in the header, got '{}'", source_, expected, rest_.substr(0, 20)));
  }
  void skip_space() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\n'))
      rest_.remove_prefix(1);
  }
  bool takes(std::string_view word) {
    skip_space();
    bool const is_there = rest_.starts_with(word);
    if (is_there) rest_.remove_prefix(word.size());
    return is_there;
  }
  void expect(char const* word) {
    if (!takes(word)) refuse(word);
  }
  std::string quoted() {
    skip_space();
    if (rest_.empty() || (rest_.front() != '\'' && rest_.front() != '"')) refuse("a quoted word");
    auto const end = rest_.find(rest_.front(), 1);
    if (end == std::string_view::npos) refuse("a closing quote");
    std::string word{rest_.substr(1, end - 1)};
    rest_.remove_prefix(end + 1);
    return word;
  }
  void read_order() {
    if (takes("True")) refuse("an array in C order (fortran_order False)");
    expect("False");
  }
  std::vector<std::size_t> shape() {
    std::vector<std::size_t> out;
    expect("(");
    while (!takes(")")) {
      skip_space();
      std::size_t n       = 0;
      auto const [end, e] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), n);
      if (e != std::errc{}) refuse("a number that fits 64 bits");
      rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
      out.push_back(n);
      if (!takes(",")) {
        expect(")");
        break;
      }
    }
    return out;
  }

  std::string_view rest_;
  std::string const& source_;
};

/// Errors    throws file_error naming the file, what was expected and what is there
[[nodiscard]] inline npy_header read_npy_header(std::span<std::byte const> bytes, std::string const& source) {
  std::string_view const all{reinterpret_cast<char const*>(bytes.data()), bytes.size()};
  require<file_error>(all.starts_with("\x93NUMPY") && all.size() >= 10, "{}: expected a NumPy file", source);
  auto const byte         = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(all[i])); };
  std::size_t const major = byte(6);
  std::size_t const prefix = major == 1 ? 10 : 12;
  require<file_error>(major >= 1 && major <= 3, "{}: expected version 1, 2 or 3 of the format, got {}", source, major);
  require<file_error>(all.size() >= prefix, "{}: the file ends within its header", source);
  std::size_t const length =
      major == 1 ? byte(8) + (byte(9) << 8) : byte(8) + (byte(9) << 8) + (byte(10) << 16) + (byte(11) << 24);
  require<file_error>(length <= all.size() - prefix,
                      "{}: expected a header of {} bytes, but the file ends after {}",
                      source,
                      length,
                      all.size() - prefix);
  auto header       = npy_dictionary{all.substr(prefix, length), source}.read();
  header.data_begin = prefix + length;
  return header;
}

}  // namespace regula::detail
