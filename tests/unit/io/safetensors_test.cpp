// SPDX-License-Identifier: MIT
#include <regula/io/safetensors.hpp>

#include "../../support/scratch_folder.hpp"
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using regula::dtype;
using regula::named_tensors;
using regula::read_safetensors;
using regula::tensor;
using regula::write_safetensors;
using regula::test::content_of;
using regula::test::put;
using regula::test::scratch_folder;

template <class T>
std::vector<T> extremes() {
  using limits = std::numeric_limits<T>;
  return {limits::lowest(), limits::max(), limits::min(), T{0}, T{1}, T{42}};
}

named_tensors sample() {
  named_tensors all;
  all.add("u8", tensor({2, 3}, extremes<std::uint8_t>()));
  all.add("u16", tensor({6}, extremes<std::uint16_t>()));
  all.add("i32", tensor({3, 2}, extremes<std::int32_t>()));
  all.add("f32", tensor({1, 6, 1}, extremes<float>()));
  all.add("i64", tensor({6}, extremes<std::int64_t>()));
  all.add("f64", tensor({2, 3}, extremes<double>()));
  all.add("scalar", tensor({}, std::array{-0.0F}));
  all.add("empty", tensor(dtype::f32, {3, 0, 2}));
  all.add("caf\u00e9/\"quoted\"\\\n", tensor({1}, std::array{std::numeric_limits<double>::infinity()}));
  all.metadata = {{"net", "dit"}, {"", "empty key"}, {"note", "two\nlines, \"quotes\", \u00e9"}};
  return all;
}

std::string with_length(std::uint64_t length, std::string_view rest) {
  std::string text(8, '\0');
  for (std::size_t i = 0; i < 8; ++i)
    text[i] = static_cast<char>(length >> (8 * i) & 0xFF);
  return text.append(rest);
}

TEST_CASE("every element type, scalars, empty tensors and metadata come back bit for bit") {
  scratch_folder const folder;
  auto const written = sample();
  write_safetensors(folder / "all.safetensors", written);
  auto const read = read_safetensors(folder / "all.safetensors");
  CHECK(read.origin == (folder / "all.safetensors").string());
  CHECK(read.metadata == written.metadata);
  REQUIRE(read.size() == written.size());
  for (auto const& [name, value] : written) {
    CAPTURE(name);
    CHECK(read.at(name) == value);
  }
}

TEST_CASE("a collection without tensors or metadata is a file too") {
  scratch_folder const folder;
  write_safetensors(folder / "none", {});
  CHECK(content_of(folder / "none") == with_length(8, "{}      "));
  auto const read = read_safetensors(folder / "none");
  CHECK(read.empty());
  CHECK(read.metadata.empty());
}

TEST_CASE("the bytes of a file are those the format states, largest elements first") {
  scratch_folder const folder;
  named_tensors all;
  all.add("b", tensor({3}, std::array<std::uint16_t, 3>{1, 2, 0xFFFF}));
  all.add("a", tensor({1}, std::array{1.0}));
  write_safetensors(folder / "w", all);
  std::string const header =
      R"({"a":{"dtype":"F64","shape":[1],"data_offsets":[0,8]},"b":{"dtype":"U16","shape":[3],"data_offsets":[8,14]}})";
  auto const padded   = (header.size() + 7) / 8 * 8;
  auto const expected = with_length(padded, header + std::string(padded - header.size(), ' ')) +
                        std::string("\0\0\0\0\0\0\xF0\x3F", 8) + std::string("\x01\0\x02\0\xFF\xFF", 6);
  CHECK(content_of(folder / "w") == expected);

  named_tensors other_order;
  other_order.add("a", all.at("a"));
  other_order.add("b", all.at("b"));
  write_safetensors(folder / "v", other_order);
  CHECK(content_of(folder / "v") == expected);
}

TEST_CASE("golden files of another writer are read") {
  auto const heun    = read_safetensors(REGULA_GOLDEN_DIR "/heun.safetensors");
  auto const& states = heun.expect("states", dtype::f32, {8, 3, 12, 1});
  auto const& last   = heun.expect("final", dtype::f32, {3, 12, 1});
  auto const levels  = heun.expect("levels", dtype::f64, {9}).values<double>();
  CHECK(heun.size() == 4);
  CHECK(heun.note("weights_from") == "dit_bits");
  // The levels in closed form: 80 to 0.002 in 8 steps of sigma^(1/7), then 0.
  for (int i = 0; i < 8; ++i) {
    auto const root = std::pow(80.0, 1.0 / 7) + i / 7.0 * (std::pow(0.002, 1.0 / 7) - std::pow(80.0, 1.0 / 7));
    CHECK(levels[static_cast<std::size_t>(i)] == doctest::Approx(std::pow(root, 7)).epsilon(1e-12));
  }
  CHECK(levels[8] == 0.0);
  CHECK(std::ranges::equal(states.values<float>().last(36), last.values<float>()));  // the last state is the result
  CHECK(heun.at("noise").values<float>()[0] == 0x1.042f14p+0F);                      // read with Python's struct

  auto const schedules = read_safetensors(REGULA_GOLDEN_DIR "/schedules.safetensors");
  auto const steps     = schedules.expect("steps", dtype::i64, {11}).values<std::int64_t>();
  auto const warmup    = schedules.expect("warmup/constant", dtype::f64, {11}).values<double>();
  for (std::size_t i = 0; i < steps.size(); ++i)
    CHECK(warmup[i] == doctest::Approx(std::min(1.0, static_cast<double>(steps[i]) / 10)));
  CHECK(schedules.at("ema/parameters").values<float>()[41] == -0x1.e70ebep-1F);
}

TEST_CASE("a golden file written again holds the same data") {
  scratch_folder const folder;
  auto const first = read_safetensors(REGULA_GOLDEN_DIR "/schedules.safetensors");
  write_safetensors(folder / "w", first);
  auto const second = read_safetensors(folder / "w");
  CHECK(second.metadata == first.metadata);
  CHECK(std::ranges::equal(first, second));
}

TEST_CASE("files that break the format are refused with one sentence") {
  scratch_folder const folder;
  std::string const header = R"({"w":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";
  std::string const data   = "12345678";
  auto const whole         = with_length(header.size(), header + data);
  struct {
    std::string_view what;
    std::string bytes;
    std::string_view words;
  } const cases[] = {
      {"empty file", "", "expected 8 bytes of header length, got a file of 0"},
      {"cut in the length", whole.substr(0, 7), "expected 8 bytes of header length, got a file of 7"},
      {"cut after the length", whole.substr(0, 8), "expected a header length within the file"},
      {"cut in the header", whole.substr(0, 8 + header.size() - 1), "expected a header length within the file"},
      {"cut before the data", whole.substr(0, 8 + header.size()), "inside the file"},
      {"cut in the data", whole.substr(0, whole.size() - 1), "inside the file"},
      {"one byte too many", whole + "9", "trailing bytes"},
      {"header length zero", with_length(0, header), "opens with '{'"},
      {"header length one beyond the file", with_length(header.size() + 1, header), "header length within the file"},
      {"header length 2^64 - 1", with_length(~std::uint64_t{0}, header), "got 18446744073709551615"},
      {"header length wraps around", with_length(~std::uint64_t{0} - 7, header), "header length within the file"},
      {"header length too short", with_length(header.size() - 1, header + data), "header in JSON"},
      {"not safetensors at all", "PK\x03\x04 a zip archive, for example a pickle", "header length within the file"},
  };
  CHECK_NOTHROW((put(folder / "w", whole), (void)read_safetensors(folder / "w")));
  for (auto const& [what, bytes, words] : cases) {
    CAPTURE(what);
    put(folder / "w", bytes);
    try {
      (void)read_safetensors(folder / "w");
      FAIL("was read");
    } catch (regula::file_error const& e) {
      std::string const sentence = e.what();
      CAPTURE(sentence);
      CHECK(sentence.starts_with("read_safetensors: " + (folder / "w").string() + ":"));
      CHECK(sentence.find(words) != std::string::npos);
    }
  }
}

TEST_CASE("a header above the limit is refused before it is read") {
  scratch_folder const folder;
  put(folder / "w", with_length(100'000'001, "{"));
  std::filesystem::resize_file(folder / "w", 200'000'000);  // a hole on disk, no real bytes
  try {
    (void)read_safetensors(folder / "w");
    FAIL("was read");
  } catch (regula::file_error const& e) {
    CHECK(std::string(e.what()).find("up to 100000000, got 100000001") != std::string::npos);
  }
}

TEST_CASE("what is not a readable file is refused with the reason") {
  scratch_folder const folder;
  auto const missing =
      "read_safetensors: " + (folder / "none").string() + ": cannot be read: No such file or directory";
  CHECK_THROWS_WITH_AS((void)read_safetensors(folder / "none"), missing.c_str(), regula::file_error);
  auto const a_folder = "read_safetensors: " + folder.path().string() + ": expected a regular file";
  CHECK_THROWS_WITH_AS((void)read_safetensors(folder.path()), a_folder.c_str(), regula::file_error);
  auto const pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_THROWS_AS((void)read_safetensors(pipe), regula::file_error);  // and does not wait for a writer
}

TEST_CASE("a write that fails says why and leaves the old file") {
  scratch_folder const folder;
  write_safetensors(folder / "w", sample());
  auto const before = content_of(folder / "w");
  named_tensors bad;
  bad.add("\xFF", tensor(dtype::f32, {1}));
  CHECK_THROWS_AS(write_safetensors(folder / "w", bad), regula::file_error);
  CHECK(content_of(folder / "w") == before);
  CHECK_THROWS_AS(write_safetensors(folder / "no/w", sample()), regula::file_error);
}

TEST_CASE("a damaged file is read or refused, never worse") {
  scratch_folder const folder;
  write_safetensors(folder / "intact", sample());
  auto const intact = content_of(folder / "intact");
  std::mt19937_64 words(7);
  int read = 0, refused = 0;
  for (int round = 0; round < 3'000; ++round) {
    auto bytes         = intact;
    auto const changes = 1 + words() % 2;
    for (std::uint64_t i = 0; i < changes; ++i) {
      auto const at = words() % bytes.size();
      bytes[at]     = static_cast<char>(bytes[at] ^ (1 << (words() % 8)));
    }
    if (words() % 8 == 0) bytes.resize(words() % bytes.size());
    put(folder / "w", bytes);
    try {
      auto const tensors  = read_safetensors(folder / "w");
      std::size_t covered = 0;
      for (auto const& [name, value] : tensors)
        covered += value.bytes().size();
      REQUIRE(covered < bytes.size());
      ++read;
    } catch (regula::error const&) {
      ++refused;
    }
  }
  CHECK(read > 300);  // changes of the data itself cannot be noticed
  CHECK(refused > 1'000);
}

}  // namespace
