// SPDX-License-Identifier: MIT
#include <regula/io/token_files.hpp>

#include "support/scratch_folder.hpp"
#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace regula;
using namespace std::string_literals;

/// A file with these bytes.
class file_of {
 public:
  explicit file_of(std::string_view bytes) : path_{folder_ / "tokens"} {
    std::ofstream{path_, std::ios::binary} << bytes;
  }
  operator std::filesystem::path const&() const { return path_; }

 private:
  test::scratch_folder folder_;
  std::filesystem::path path_;
};

TEST_CASE("read_text: characters are numbered in the order of their code points") {
  auto const c =
      read_text(file_of{"b\xC3\xA4"
                        "a\xE2\x82\xAC"
                        "b\xF0\x9F\x98\x80"});  // b, a umlaut, a, euro, b, a face
  CHECK(c.symbols == std::vector<char32_t>{U'a', U'b', U'\u00E4', U'\u20AC', U'\U0001F600'});
  CHECK(c.tokens == std::vector<token>{1, 2, 0, 3, 1, 4});
}

TEST_CASE("read_text: bytes are themselves") {
  auto const c = read_text(file_of{"\xFF"
                                   "a\0"s},
                           text_unit::bytes);
  CHECK(c.tokens == std::vector<token>{255, 97, 0});
  CHECK(c.symbols.size() == 256);
}

TEST_CASE("read_text: malformed UTF-8 is refused with the offset of its byte") {
  std::vector<std::pair<std::string, std::string>> const cases{
      {"ab\x80", "a continuation byte stands alone at byte 2"},
      {"a\xC3", "the text ends within a character at byte 2"},
      {"a\xC3"
       "b",
       "a continuation byte is missing at byte 2"},
      {"abc\xE2\x82"
       "d",
       "a continuation byte is missing at byte 5"},
      {"\xC0\xAF", "no character starts so at byte 0"},               // overlong /
      {"a\xE0\x80\xAF", "no character is written so at byte 1"},      // overlong /
      {"a\xF0\x80\x80\xAF", "no character is written so at byte 1"},  // overlong /
      {"\xED\xA0\x80", "no character is written so at byte 0"},       // a surrogate
      {"\xF4\x90\x80\x80", "no character is written so at byte 0"},   // U+110000
      {"\xF5\x80\x80\x80", "no character starts so at byte 0"},
      {"a\xFE", "no character starts so at byte 1"}};
  for (auto const& [bytes, complaint] : cases)
    CHECK_THROWS_WITH_AS((void)read_text(file_of{bytes}), doctest::Contains(complaint.c_str()), file_error);
}

TEST_CASE("read_text: a file that is empty, or is not there, is refused") {
  CHECK_THROWS_WITH_AS(
      (void)read_text(file_of{""}), doctest::Contains("expected a text, but the file is empty"), file_error);
  CHECK_THROWS_WITH_AS((void)read_text("/nowhere/at/all.txt"), doctest::Contains("cannot be read"), file_error);
  CHECK_THROWS_WITH_AS((void)read_text("/"), doctest::Contains("expected a regular file"), file_error);
}

TEST_CASE("read_uint16_tokens: low byte first") {
  CHECK(read_uint16_tokens(file_of{"\x01\x00\x02\x01\xFD\xFF"s}).tokens == std::vector<token>{1, 258, 65533});
  CHECK_THROWS_WITH_AS((void)read_uint16_tokens(file_of{"\x01\x00\x02"s}),
                       doctest::Contains("2 bytes a token, got a file of 3 bytes"),
                       file_error);
  CHECK_THROWS_WITH_AS((void)read_uint16_tokens(file_of{""}), doctest::Contains("got a file of 0 bytes"), file_error);
  CHECK_THROWS_WITH_AS(
      (void)read_uint16_tokens(file_of{"\x01\x00\xFE\xFF"s}), doctest::Contains("got 65534 at place 1"), file_error);
}

/// A NumPy file of version 1 with this dictionary and data.
std::string npy(std::string dictionary, std::string const& data) {
  dictionary += std::string((64 - (10 + dictionary.size() + 1) % 64) % 64, ' ') + '\n';
  return "\x93NUMPY\x01\x00"s + static_cast<char>(dictionary.size() & 0xFF) +
         static_cast<char>(dictionary.size() >> 8) + dictionary + data;
}

TEST_CASE("read_npy_tokens: the integer types of NumPy") {
  auto const read = [](std::string const& type, std::string const& data) {
    return read_npy_tokens(file_of{npy("{'descr': '" + type + "', 'fortran_order': False, 'shape': (2,), }", data)})
        .tokens;
  };
  std::vector<token> const expected{7, 3};
  CHECK(read("|u1", "\x07\x03") == expected);
  CHECK(read("|i1", "\x07\x03") == expected);
  CHECK(read("<u2", "\x07\0\x03\0"s) == expected);
  CHECK(read("<i2", "\x07\0\x03\0"s) == expected);
  CHECK(read("<u4", "\x07\0\0\0\x03\0\0\0"s) == expected);
  CHECK(read("<i4", "\x07\0\0\0\x03\0\0\0"s) == expected);
  CHECK(read("<i8", "\x07\0\0\0\0\0\0\0\x03\0\0\0\0\0\0\0"s) == expected);
  CHECK(read("<u8", "\x07\0\0\0\0\0\0\0\x03\0\0\0\0\0\0\0"s) == expected);
}

TEST_CASE("read_npy_tokens: what is no array of tokens is refused") {
  std::string const right = "{'descr': '<u2', 'fortran_order': False, 'shape': (2,), }", data = "\x07\0\x03\0"s;
  auto const complaint = [](std::string const& bytes) -> std::string {
    try {
      (void)read_npy_tokens(file_of{bytes});
    } catch (file_error const& e) {
      return e.what();
    }
    return "";
  };
  auto const has = [](std::string const& text, std::string_view part) { return text.find(part) != std::string::npos; };
  CHECK(complaint(npy(right, data)).empty());
  CHECK(has(complaint("hello, this is no array"), "expected a NumPy file"));
  CHECK(has(complaint(npy(right, data).substr(0, 9)), "expected a NumPy file"));
  CHECK(has(complaint(npy(right, data).substr(0, 40)), "but the file ends after 30"));
  CHECK(has(complaint(npy(right, "\x07\0\x03"s)), "but the file holds 3 bytes"));
  CHECK(has(complaint(npy(right, data + data)), "but the file holds 8 bytes"));
  CHECK(has(complaint(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", data)), "got type '<f4'"));
  CHECK(has(complaint(npy("{'descr': '>u2', 'fortran_order': False, 'shape': (2,), }", data)), "got type '>u2'"));
  CHECK(has(complaint(npy("{'descr': '<u2', 'fortran_order': True, 'shape': (2,), }", data)), "in C order"));
  CHECK(has(complaint(npy("{'descr': '<u2', 'fortran_order': False, 'shape': (1, 2), }", data)), "got 2 dimensions"));
  CHECK(has(complaint(npy("{'descr': '<u2', 'fortran_order': False, 'shape': (0,), }", "")), "at least 1 element"));
  CHECK(has(complaint(npy("{'descr': '<u2', 'fortran_order': False, 'shape': (99999999999999999999,), }", data)),
            "fits 64 bits"));
  CHECK(has(complaint(npy("{'descr': '<u2', 'fortran_order': False, 'shape': (18446744073709551615,), }", data)),
            "4 bytes of data"));
  CHECK(
      has(complaint(npy("{'descr': '<u2', 'fortran_order': False}", data)), "the keys descr, fortran_order and shape"));
  CHECK(has(complaint(npy("{'descr': '<u2', 'descr': '<u2'}", data)), "every key once"));
  CHECK(has(complaint(npy("{'descr': [('a', '<u2')]}", data)), "a quoted word"));
  CHECK(has(complaint(npy("{'descr: ", data)), "a closing quote"));
  CHECK(has(complaint(npy(right + "x", data)), "nothing after the dictionary"));
  CHECK(has(complaint("\x93NUMPY\x07\x00"s + std::string(80, ' ')), "version 1, 2 or 3"));
  CHECK(has(complaint(npy("{'descr': '<i2', 'fortran_order': False, 'shape': (2,), }", "\x07\0\xFF\xFF"s)),
            "got -1 at place 1"));
}

}  // namespace
