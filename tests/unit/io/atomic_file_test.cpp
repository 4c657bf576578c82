// SPDX-License-Identifier: MIT
#include <regula/io/atomic_file.hpp>

#include "../../support/file_size_limit.hpp"
#include "../../support/scratch_folder.hpp"
#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <iterator>
#include <string>

namespace {

using regula::atomic_file;
using regula::test::content_of;
using regula::test::file_size_limit;
using regula::test::put;
using regula::test::scratch_folder;

std::ptrdiff_t files_in(scratch_folder const& folder) {
  return std::distance(std::filesystem::directory_iterator(folder.path()), {});
}

TEST_CASE("a committed file holds what was written, and nothing is left beside it") {
  scratch_folder const folder;
  atomic_file file(folder / "run.json");
  file.write("{\"seed\": ");
  file.write("7}\n");
  CHECK_FALSE(std::filesystem::exists(folder / "run.json"));
  file.commit();
  CHECK(content_of(folder / "run.json") == "{\"seed\": 7}\n");
  CHECK(files_in(folder) == 1);
}

TEST_CASE("the old file stays until the commit and is replaced whole") {
  scratch_folder const folder;
  put(folder / "w", "a longer old content");
  {
    atomic_file file(folder / "w");
    file.write("short");
    CHECK(content_of(folder / "w") == "a longer old content");
  }  // given up
  CHECK(content_of(folder / "w") == "a longer old content");
  CHECK(files_in(folder) == 1);

  regula::write_atomically(folder / "w", "short");
  CHECK(content_of(folder / "w") == "short");
  regula::write_atomically(folder / "w", "");
  CHECK(content_of(folder / "w").empty());
  CHECK(files_in(folder) == 1);
}

TEST_CASE("two writers of one path do not write into each other's file") {
  scratch_folder const folder;
  atomic_file first(folder / "w"), second(folder / "w");
  first.write("first");
  second.write("second");
  second.commit();
  first.commit();
  CHECK(content_of(folder / "w") == "first");
  CHECK(files_in(folder) == 1);
}

TEST_CASE("a path relative to the working folder works") {
  scratch_folder const folder;
  auto const before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  CHECK_NOTHROW(regula::write_atomically("bare_name", "x"));
  std::filesystem::current_path(before);
  CHECK(content_of(folder / "bare_name") == "x");
}

TEST_CASE("a disk that takes no more is a file_error and leaves the old file") {
  scratch_folder const folder;
  put(folder / "w", "old");
  std::string const large(100'000, 'x');
  {
    file_size_limit const limit(4096);
    auto const path = folder / "w";
    CHECK_THROWS_WITH_AS(regula::write_atomically(path, large),
                         ("atomic_file: cannot write " + path.string() + ": File too large").c_str(),
                         regula::file_error);
  }
  CHECK(content_of(folder / "w") == "old");
  CHECK(files_in(folder) == 1);
}

TEST_CASE("a path that cannot be written is a file_error with the path and the reason") {
  scratch_folder const folder;
  put(folder / "plain", "x");
  std::filesystem::create_directory(folder / "taken");
  put((folder / "taken") / "inside", "x");
  auto const refused = [](std::filesystem::path const& path, std::string const& text) {
    CHECK_THROWS_WITH_AS(regula::write_atomically(path, "x"), text.c_str(), regula::file_error);
  };
  auto const missing = folder / "no/such/w";
  refused(missing, "atomic_file: cannot open the folder of " + missing.string() + ": No such file or directory");
  auto const below_a_file = folder / "plain/w";
  refused(below_a_file, "atomic_file: cannot open the folder of " + below_a_file.string() + ": Not a directory");
  auto const taken = folder / "taken";
  refused(taken, "atomic_file: cannot rename " + taken.string() + ": Is a directory");
  auto const too_long = folder / std::string(300, 'n');
  refused(too_long, "atomic_file: cannot create " + too_long.string() + ": File name too long");
  refused("", "atomic_file: expected the path of a file, got ''");
  refused(folder.path() / "", "atomic_file: expected the path of a file, got '" + (folder.path() / "").string() + "'");
  CHECK(files_in(folder) == 2);
}

}  // namespace
