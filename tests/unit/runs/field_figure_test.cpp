// SPDX-License-Identifier: MIT
#include <regula/runs/field_figure.hpp>

#include "../../support/scratch_folder.hpp"
#include <doctest/doctest.h>
#include <stdlib.h>

#include <limits>
#include <string>

namespace {

using namespace regula;
using regula::test::content_of;
using regula::test::scratch_folder;

bool has_gnuplot() { return std::system("command -v gnuplot >/dev/null 2>&1") == 0; }  // NOLINT

vector_field::result two_by_two() {
  vector_field::result out{};
  out.valid_at   = {2, 0};
  out.invalid_at = {1, 0.5};
  out.axis       = {-1, 3};
  out.fields     = {{0.5, {1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}}, {2, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}}};
  return out;
}

TEST_CASE("write_field_figure: rows of equal v apart by a line, noise scales by two") {
  scratch_folder const scratch;
  static_cast<void>(write_field_figure(scratch.path(), two_by_two()));
  CHECK(content_of(scratch / "vector_field.csv") ==
        "# sigma 0.5: u,v,pull_u,pull_v,score\n-1,-1,1,5,9\n3,-1,2,6,10\n\n-1,3,3,7,11\n3,3,4,8,12\n\n\n"
        "# sigma 2: u,v,pull_u,pull_v,score\n-1,-1,0,0,0\n3,-1,0,0,0\n\n-1,3,0,0,0\n3,3,0,0,0\n");
  auto const script = content_of(scratch / "vector_field.gp");
  CHECK(script.find("\n0,0,a\n2,0,b\n1,0.5,c\n") != std::string::npos);
  CHECK(script.find("set cbrange [0.012:12]") != std::string::npos);
  // The longest arrow, of length sqrt(4^2 + 8^2), fills 0.95 of the distance 4 of points.
  CHECK(script.find("column(3)*0.42485") != std::string::npos);
}

TEST_CASE("write_field_figure: gnuplot draws fields of any number of scales, without a pull and with NaN") {
  if (!has_gnuplot()) return;
  scratch_folder const scratch;
  auto field = two_by_two();
  CHECK(write_field_figure(scratch.path(), field, "it's\n{").reason == "");
  CHECK(content_of(scratch / "vector_field.svg").find("</svg>") != std::string::npos);
  field.fields.resize(1);
  field.fields[0].score[1] = std::numeric_limits<double>::quiet_NaN();
  CHECK(write_field_figure(scratch.path(), field).reason == "");
}

TEST_CASE("write_field_figure: nothing to draw, nowhere to write") {
  scratch_folder const scratch;
  CHECK_THROWS_WITH(static_cast<void>(write_field_figure(scratch.path(), {})),
                    "write_field_figure: expected a plane with noise scales, got 0 scales of 0 points");
  CHECK_THROWS_AS(static_cast<void>(write_field_figure(scratch / "nowhere", two_by_two())), file_error);
}

}  // namespace
