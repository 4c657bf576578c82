// SPDX-License-Identifier: MIT
#include <regula/io/safetensors_header.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

using regula::dtype;
using regula::detail::format_header;
using regula::detail::parse_header;
using regula::detail::safetensors_header;

/// A header and the size of its data, with words that the refusal must contain.
struct hostile {
  std::string_view what;
  std::string text;
  std::size_t data_size;
  std::string_view words;
};

std::string entry(std::string_view name, std::string_view type, std::string_view shape, std::string_view offsets) {
  return fmt::format(R"("{}":{{"dtype":"{}","shape":[{}],"data_offsets":[{}]}})", name, type, shape, offsets);
}
std::string one(std::string_view type, std::string_view shape, std::string_view offsets) {
  return "{" + entry("w", type, shape, offsets) + "}";
}
std::string two(std::string_view first_offsets, std::string_view second_offsets) {
  return "{" + entry("a", "F32", "1", first_offsets) + "," + entry("b", "F32", "1", second_offsets) + "}";
}
std::string repeated(std::string_view piece, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i)
    text += piece;
  return text;
}

std::vector<hostile> hostile_headers() {
  auto const w = entry("w", "F32", "1", "0,4");
  return {
      {"empty", "", 0, "opens with '{'"},
      {"space first", " {}", 0, "opens with '{'"},
      {"byte order mark", "\xEF\xBB\xBF{}", 0, "opens with '{'"},
      {"an array", "[]", 0, "opens with '{'"},
      {"a number", "17", 0, "opens with '{'"},
      {"cut off", "{" + w, 4, "header in JSON"},
      {"a word", "{weights}", 0, "header in JSON"},
      {"text after the object", "{}{}", 0, "header in JSON"},
      {"trailing comma", "{" + w + ",}", 4, "header in JSON"},
      {"comment", "{/* c */}", 0, "header in JSON"},
      {"NUL after the object", std::string("{}\0{", 4), 0, "without NUL"},
      {"NUL in a name", std::string("{\"a\0\":{}}", 9), 0, "without NUL"},
      {"escaped NUL in a name", "{" + entry("a\\u0000", "F32", "1", "0,4") + "}", 4, "names without NUL"},
      {"escaped NUL in metadata", R"({"__metadata__":{"k":"\u0000"}})", 0, "text without NUL"},
      {"invalid UTF-8 in a name", "{" + entry("\xC3\x28", "F32", "1", "0,4") + "}", 4, "header in JSON"},
      {"lone surrogate", "{" + entry("\\ud800", "F32", "1", "0,4") + "}", 4, "header in JSON"},
      {"entry is a number", R"({"w":3})", 0, "entry 'w': expected an object, got a number"},
      {"entry is null", R"({"w":null})", 0, "expected an object, got null"},
      {"entry is an array", R"({"w":[]})", 0, "expected an object, got an array"},
      {"no dtype", R"({"w":{"shape":[1],"data_offsets":[0,4]}})", 4, "expected the fields"},
      {"no shape", R"({"w":{"dtype":"F32","data_offsets":[0,4]}})", 4, "expected the fields"},
      {"no offsets", R"({"w":{"dtype":"F32","shape":[1]}})", 4, "expected the fields"},
      {"nothing at all", R"({"w":{}})", 0, "expected the fields"},
      {"fields do not carry over", "{" + w + R"(,"v":{"dtype":"F32"}})", 4, "entry 'v': expected the fields"},
      {"unknown field", R"({"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4],"x":1}})", 4, "field 'x'"},
      {"dtype is a number", R"({"w":{"dtype":32,"shape":[1],"data_offsets":[0,4]}})", 4, "expected a string"},
      {"dtype is an array", R"({"w":{"dtype":["F32"],"shape":[1],"data_offsets":[0,4]}})", 4, "expected a string"},
      {"shape is a string", R"({"w":{"dtype":"F32","shape":"1","data_offsets":[0,4]}})", 4, "an array of whole"},
      {"shape is a number", R"({"w":{"dtype":"F32","shape":1,"data_offsets":[0,4]}})", 4, "an array of whole"},
      {"shape is an object", R"({"w":{"dtype":"F32","shape":{},"data_offsets":[0,4]}})", 4, "an array of whole"},
      {"offsets are true", R"({"w":{"dtype":"F32","shape":[1],"data_offsets":true}})", 4, "an array of whole"},
      {"unknown dtype", one("Q7", "1", "0,4"), 4, "F64, I64, F32, I32, U16 or U8, got 'Q7'"},
      {"dtype of another case", one("f32", "1", "0,4"), 4, "got 'f32'"},
      {"negative size", one("F32", "-1", "0,4"), 4, "got a negative number"},
      {"fractional size", one("F32", "1.5", "0,4"), 4, "got the number '1.5'"},
      {"whole number as a fraction", one("F32", "1.0", "0,4"), 4, "got the number '1.0'"},
      {"exponent", one("F32", "1e0", "0,4"), 4, "got the number '1e0'"},
      {"size of 2^64", one("F32", "18446744073709551616", "0,4"), 4, "below 2^64"},
      {"size beyond double", one("F32", "1e999", "0,4"), 4, "header in JSON"},
      {"size is a string", one("F32", "\"1\"", "0,4"), 4, "whole numbers"},
      {"size is null", one("F32", "null", "0,4"), 4, "whole numbers"},
      {"nested sizes", one("F32", "[1]", "0,4"), 4, "whole numbers"},
      {"negative offset", one("F32", "1", "-4,0"), 4, "got a negative number"},
      {"one offset", one("F32", "1", "4"), 4, "expected two data_offsets, got 1"},
      {"three offsets", one("F32", "1", "0,4,4"), 4, "expected two data_offsets, got 3"},
      {"shape product overflows", one("U8", "4294967296,4294967296", "0,0"), 0, "below 2^64 bytes"},
      {"size in bytes overflows", one("F64", "2305843009213693952", "0,0"), 0, "below 2^64 bytes"},
      {"overflow hidden by zero", one("F64", "0,4294967296,4294967296", "0,0"), 0, "below 2^64 bytes"},
      {"shape larger than range", one("F32", "2", "0,4"), 4, "as long as dtype and shape say, got F32 [2]"},
      {"shape smaller than range", one("F32", "1", "0,8"), 8, "as long as dtype and shape say"},
      {"offsets reversed", one("F32", "1", "4,0"), 4, "inside the file"},
      {"end beyond the data", one("F32", "2", "0,8"), 4, "inside the file"},
      {"begin and end beyond the data", one("F32", "0", "9,9"), 4, "inside the file"},
      {"the same range twice", two("0,4", "0,4"), 4, "overlapping"},
      {"overlap by two bytes", two("0,4", "2,6"), 6, "tensor 'b': expected data of its own"},
      {"empty tensor inside another", "{" + w + "," + entry("e", "F32", "0", "2,2") + "}", 4, "overlapping"},
      {"hole between", two("0,4", "8,12"), 12, "hole"},
      {"hole at the start", one("F32", "1", "4,8"), 8, "hole"},
      {"trailing bytes", one("F32", "1", "0,4"), 5, "trailing bytes"},
      {"data without tensors", "{}", 1, "trailing bytes"},
      {"name twice", "{" + w + "," + w + "}", 4, "entry 'w': expected every name once"},
      {"name twice, once escaped", "{" + w + "," + entry("\\u0077", "F32", "1", "0,4") + "}", 4, "every name once"},
      {"dtype twice", R"({"w":{"dtype":"F32","dtype":"F32","shape":[1],"data_offsets":[0,4]}})", 4, "every field once"},
      {"shape twice", R"({"w":{"dtype":"F32","shape":[2],"shape":[1],"data_offsets":[0,4]}})", 4, "every field once"},
      {"offsets twice", R"({"w":{"data_offsets":[0,4],"data_offsets":[0,4]}})", 4, "every field once"},
      {"metadata twice", R"({"__metadata__":{},"__metadata__":{}})", 0, "every name once"},
      {"metadata key twice", R"({"__metadata__":{"k":"1","k":"2"}})", 0, "field 'k': expected every key once"},
      {"metadata is a string", R"({"__metadata__":"x"})", 0, "expected an object, got a string"},
      {"metadata value a number", R"({"__metadata__":{"k":1}})", 0, "field 'k': expected a string, got a number"},
      {"metadata value an object", R"({"__metadata__":{"k":{}}})", 0, "expected a string, got an object"},
      {"metadata value null", R"({"__metadata__":{"k":null}})", 0, "expected a string, got null"},
      {"deep objects", repeated("{\"a\":", 1'000'000), 0, "expected the fields"},
      {"deep arrays", "{\"w\":{\"shape\":" + repeated("[", 1'000'000), 0, "whole numbers"},
      {"long name", "{\"" + std::string(1'000'000, 'n') + "\":1}", 0, "nnn...': expected an object"},
  };
}

TEST_CASE("hostile headers are refused with one short sentence naming the file and what was expected") {
  for (auto const& [what, text, data_size, words] : hostile_headers()) {
    CAPTURE(what);
    try {
      (void)parse_header(text, data_size, "f.safetensors");
      FAIL("was read");
    } catch (regula::file_error const& e) {
      std::string const sentence = e.what();
      CAPTURE(sentence);
      CHECK(sentence.starts_with("f.safetensors:"));
      CHECK(sentence.find("expected") != std::string::npos);
      CHECK(sentence.find(words) != std::string::npos);
      CHECK(sentence.find('\n') == std::string::npos);
      CHECK(sentence.size() < 300);
    }
  }
}

TEST_CASE("what the format allows is read, and entries come in the order of their data") {
  CHECK(parse_header("{}", 0, "f").entries.empty());
  CHECK(parse_header("{}      ", 0, "f").entries.empty());
  CHECK(parse_header(two("4,8", "0,4"), 8, "f").entries.front().name == "b");

  auto const text = "{" + entry("e", "F32", "3,0", "8,8") + "," + entry("s", "F64", "", "0,8") + "," +
                    entry("", "U16", "2", "8,12") + R"(,"__metadata__":{"":"x","k":""}})";
  auto const all = parse_header(text, 12, "f");
  REQUIRE(all.entries.size() == 3);
  CHECK(all.entries[0].name == "s");
  CHECK(all.entries[0].shape.empty());
  CHECK(all.entries[1].name == "e");
  CHECK(all.entries[1].type == dtype::f32);
  CHECK(all.entries[1].shape == std::vector<std::size_t>{3, 0});
  CHECK(all.entries[2].name.empty());
  CHECK(all.entries[2].begin == 8);
  CHECK(all.entries[2].end == 12);
  CHECK(all.metadata.at("") == "x");
  CHECK(all.metadata.at("k").empty());
}

TEST_CASE("the header is written as the format states, padded to eight bytes") {
  safetensors_header header;
  CHECK(format_header(header, "f") == "{}      ");
  header.entries   = {{"w", dtype::f32, {2, 3}, 0, 24}, {"s", dtype::u16, {}, 24, 26}};
  auto const plain = std::string(R"({"w":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]},)") +
                     R"("s":{"dtype":"U16","shape":[],"data_offsets":[24,26]}})";
  auto const text = format_header(header, "f");
  CHECK(text.size() % 8 == 0);
  CHECK(text.size() < plain.size() + 8);
  CHECK(text.substr(0, plain.size()) == plain);
  CHECK(text.find_first_not_of(' ', plain.size()) == std::string::npos);

  for (std::size_t length = 1; length <= 8; ++length) {  // every remainder: the least padding, never eight spaces
    header.entries    = {{std::string(length, 'n'), dtype::u8, {}, 0, 1}};
    auto const padded = format_header(header, "f");
    CHECK(padded.size() % 8 == 0);
    CHECK(padded.size() - 1 - padded.find_last_of('}') < 8);
  }

  header.entries.clear();
  header.metadata = {{"a", "1"}, {"b", "say \"x\"\n"}};
  CHECK(format_header(header, "f").starts_with(R"({"__metadata__":{"a":"1","b":"say \"x\"\n"}})"));
}

TEST_CASE("what would be refused by the reader is not written") {
  auto const refused = [](std::string const& name, std::string const& key, std::string const& value) {
    CHECK_THROWS_AS((void)format_header({{{key, value}}, {{name, dtype::u8, {}, 0, 1}}}, "f"), regula::file_error);
  };
  CHECK_NOTHROW((void)format_header({{{"k", "v"}}, {{"n", dtype::u8, {}, 0, 1}}}, "f"));
  refused("__metadata__", "k", "v");
  refused(std::string("n\0", 2), "k", "v");
  refused("\xFF", "k", "v");
  refused("n", "\xFF", "v");
  refused("n", "k", "\xC3");
  refused("n", "k", std::string(1, '\0'));
}

TEST_CASE("a damaged header is read or refused, never worse") {
  auto const intact = "{\"__metadata__\":{\"net\":\"dit\"}," + entry("a", "F64", "2,3", "0,48") + "," +
                      entry("b", "F32", "5", "48,68") + "," + entry("c", "U16", "", "68,70") + "}";
  REQUIRE(parse_header(intact, 70, "f").entries.size() == 3);
  std::string_view const alphabet = "{}[]\",:0123456789-+.eE\\u \nFIU\x7F\x80\xFF";
  std::mt19937_64 words(20240607);
  int read = 0, refused = 0;
  for (int round = 0; round < 30'000; ++round) {
    auto text          = intact;
    auto const changes = 1 + words() % 3;
    for (std::uint64_t i = 0; i < changes && !text.empty(); ++i) {
      auto const at = words() % text.size();
      switch (words() % 5) {
        case 0:
          text[at] = static_cast<char>(text[at] ^ (1 << (words() % 8)));
          break;
        case 1:
          text[at] = alphabet[words() % alphabet.size()];
          break;
        case 2:
          text.insert(at, 1, alphabet[words() % alphabet.size()]);
          break;
        case 3:
          text.erase(at, 1 + words() % 4);
          break;
        default:
          text.insert(at, text.substr(words() % text.size(), words() % 40));
      }
    }
    try {
      std::size_t covered = 0;
      for (auto const& e : parse_header(text, 70, "f").entries) {
        REQUIRE(e.begin == covered);
        REQUIRE(regula::byte_count(e.type, e.shape) == e.end - e.begin);
        covered = e.end;
      }
      REQUIRE(covered == 70);
      ++read;
    } catch (regula::error const&) {
      ++refused;
    }
  }
  CHECK(read > 300);  // changes inside names and metadata do no harm
  CHECK(refused > 10'000);
}

}  // namespace
