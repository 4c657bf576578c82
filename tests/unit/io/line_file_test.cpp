// SPDX-License-Identifier: MIT
#include <regula/io/line_file.hpp>

#include "../../support/file_size_limit.hpp"
#include "../../support/scratch_folder.hpp"
#include <doctest/doctest.h>

#include <string>

namespace {

using regula::file_error;
using regula::line_file;
using regula::test::content_of;
using regula::test::put;
using regula::test::scratch_folder;

TEST_CASE("every line is in the file when append returns") {
  scratch_folder const scratch;
  line_file file(scratch / "lines");
  CHECK(content_of(scratch / "lines").empty());
  file.append("one");
  CHECK(content_of(scratch / "lines") == "one\n");
  file.append("");
  file.append("three");
  CHECK(content_of(scratch / "lines") == "one\n\nthree\n");
}

TEST_CASE("a file that is there is never touched") {
  scratch_folder const scratch;
  put(scratch / "lines", "old");
  CHECK_THROWS_WITH_AS(line_file(scratch / "lines"),
                       ("line_file: cannot create " + (scratch / "lines").string() + ": File exists").c_str(),
                       file_error);
  CHECK(content_of(scratch / "lines") == "old");
  CHECK_THROWS_AS(line_file(scratch / "no/such/folder"), file_error);
}

TEST_CASE("a line that does not fit on the disk is taken back, and a shorter one can follow") {
  scratch_folder const scratch;
  line_file file(scratch / "lines");
  file.append("first");
  {
    regula::test::file_size_limit const limit(20);
    CHECK_THROWS_AS(file.append(std::string(50, 'x')), file_error);
    CHECK(content_of(scratch / "lines") == "first\n");
    file.append("second");
  }
  CHECK(content_of(scratch / "lines") == "first\nsecond\n");
}

}  // namespace
