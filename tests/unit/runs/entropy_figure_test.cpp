// SPDX-License-Identifier: MIT
#include <regula/runs/entropy_figure.hpp>

#include "../../support/scratch_folder.hpp"
#include <doctest/doctest.h>
#include <stdlib.h>

#include <string>

namespace {

using namespace regula;
using regula::test::content_of;
using regula::test::scratch_folder;

bool has_gnuplot() { return std::system("command -v gnuplot >/dev/null 2>&1") == 0; }  // NOLINT

entropy_gap::result of_two_bins() {
  entropy_gap::result out;
  out.gap      = {0.5, 0.125, 4};
  out.by_cell  = {{0, 2, {3, 1}, 4, 0}, {0, 2, {0, 6}, 8, 2}};
  out.by_board = {{1, 1, {1, 0}, 1, 0}, {1, 1, {0, 0}, 0, 0}};
  return out;
}

TEST_CASE("write_entropy_figure: a row a bin, its middle and the share of all values in it") {
  scratch_folder const scratch;
  static_cast<void>(write_entropy_figure(scratch.path(), of_two_bins(), "a run"));
  CHECK(content_of(scratch / "entropy_gap.csv") ==
        "# cells: entropy,real,synthetic\n0.5,0.75,0\n1.5,0.25,0.75\n\n\n"
        "# boards: entropy,real,synthetic\n1,1,0\n1,0,0\n");
  auto const script = content_of(scratch / "entropy_gap.gp");
  CHECK(script.find("'a run: gap 0.5 +- 0.12 nats'") != std::string::npos);
  CHECK(script.find("index 1 using 1:3") != std::string::npos);
}

TEST_CASE("write_entropy_figure: gnuplot draws it, and a set without values") {
  if (!has_gnuplot()) return;
  scratch_folder const scratch;
  CHECK(write_entropy_figure(scratch.path(), of_two_bins()).reason == "");
  CHECK(content_of(scratch / "entropy_gap.svg").find("</svg>") != std::string::npos);
}

TEST_CASE("write_entropy_figure: nothing to draw, nowhere to write") {
  scratch_folder const scratch;
  CHECK_THROWS_WITH(static_cast<void>(write_entropy_figure(scratch.path(), {})),
                    "write_entropy_figure: expected histograms with bins, got none");
  CHECK_THROWS_AS(static_cast<void>(write_entropy_figure(scratch / "nowhere", of_two_bins())), file_error);
}

}  // namespace
