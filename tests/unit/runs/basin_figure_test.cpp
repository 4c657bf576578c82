// SPDX-License-Identifier: MIT
#include <regula/runs/basin_figure.hpp>

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

basin_lines family(std::string name, double first) {
  basin_lines out;
  out.family   = std::move(name);
  out.lines    = 2;
  out.width    = {1.25, 0.1, 1, 1.5};
  out.inside   = {{first, 0}, {0.5, 0}, {0.25, 0}, {0.75, 0}};
  out.away     = {{0, 2}, {0, 1}, {0, 1}, {0, 3}};
  out.distance = {{0, 4}, {0, 1}, {0, 3}, {0, 5}};
  return out;
}

TEST_CASE("write_basin_figure: a row a point, families apart by two lines") {
  scratch_folder const scratch;
  static_cast<void>(write_basin_figure(
      scratch.path(), {{-1, 2}, {family("training_to_invalid", 1), family("held_out_to_novel", 0.5)}}));
  std::string const columns =
      ": t,inside,inside_error,inside_low,inside_high,away,away_error,away_low,away_high,distance,distance_error,"
      "distance_low,distance_high\n";
  CHECK(content_of(scratch / "basin_profile.csv") ==
        "# training_to_invalid" + columns + "-1,1,0.5,0.25,0.75,0,0,0,0,0,0,0,0\n2,0,0,0,0,2,1,1,3,4,1,3,5\n\n\n" +
            "# held_out_to_novel" + columns + "-1,0.5,0.5,0.25,0.75,0,0,0,0,0,0,0,0\n2,0,0,0,0,2,1,1,3,4,1,3,5\n");
  auto const script = content_of(scratch / "basin_profile.gp");
  // Columns of the band and the mean, of shares and of distances.
  CHECK(script.find("index 0 using 1:4:5 with filledcurves") != std::string::npos);
  CHECK(script.find("index 0 using 1:2 with lines") != std::string::npos);
  CHECK(script.find("index 1 using 1:12:13 with filledcurves") != std::string::npos);
  CHECK(script.find("index 1 using 1:10 with lines") != std::string::npos);
  CHECK(script.find("title 'held-out: width 1.25 (1.00 to 1.50)'") != std::string::npos);
}

TEST_CASE("write_basin_figure: gnuplot draws families that are there, and bands that are not") {
  if (!has_gnuplot()) return;
  scratch_folder const scratch;
  auto lines         = family("training_to_novel", 1);
  double const none  = std::numeric_limits<double>::quiet_NaN();
  lines.inside.low   = {none, none};
  lines.width.low    = none;
  lines.distance.low = {none, 0};
  CHECK(write_basin_figure(scratch.path(), {{-1, 2}, {lines, family("held_out_to_novel", 1)}}, "it's {").reason == "");
  CHECK(content_of(scratch / "basin_profile.svg").find("</svg>") != std::string::npos);
}

TEST_CASE("write_basin_figure: nothing to draw, nowhere to write") {
  scratch_folder const scratch;
  CHECK_THROWS_WITH(static_cast<void>(write_basin_figure(scratch.path(), {})),
                    "write_basin_figure: expected lines of at least 2 points, got 0 families of 0 points");
  CHECK_THROWS_AS(
      static_cast<void>(write_basin_figure(scratch / "nowhere", {{-1, 2}, {family("training_to_novel", 1)}})),
      file_error);
}

}  // namespace
