// SPDX-License-Identifier: MIT
#include <regula/runs/recovery_figure.hpp>

#include "../../support/scratch_folder.hpp"
#include <doctest/doctest.h>
#include <stdlib.h>

#include <string>

namespace {

using namespace regula;
using regula::test::content_of;
using regula::test::scratch_folder;

bool has_gnuplot() { return std::system("command -v gnuplot >/dev/null 2>&1") == 0; }  // NOLINT

recovery::result two_times() {
  recovery::at_time early{.family = "t=0.25", .t = 0.25, .training = {}, .unseen = {}, .random = {}};
  early.training.score = {{0.75, 0.125, 4}, {0.5, 0.25, 4}, {3, 4}, {1, 2}, {1, 2}, {0, 4}};
  auto late            = early;
  late.t               = 1;
  late.random.score    = {{0.25, 0.0625, 4}, {}, {1, 4}, {}, {0, 4}, {}};
  return {{early, late}};
}

TEST_CASE("write_recovery_figure: a row a time, six columns a set, nan where there are no boards") {
  scratch_folder const scratch;
  static_cast<void>(write_recovery_figure(scratch.path(), two_times()));
  auto const table = content_of(scratch / "recovery.csv");
  CHECK(table.starts_with("# t,training_recovery,training_recovery_error,training_unstable,"));
  CHECK(table.find("\n0.25,0.75,0.125,0.5,0.25,0.5,0.3535533905932738,nan,nan,nan") != std::string::npos);
  CHECK(table.find(",0.25,0.0625,nan,nan,0,0\n") != std::string::npos);
  auto const script = content_of(scratch / "recovery.gp");
  CHECK(script.find("using 1:2:(2 * $3) with yerrorbars") != std::string::npos);    // recovery of training boards
  CHECK(script.find("using 1:12:(2 * $13) with yerrorbars") != std::string::npos);  // exact held-out boards
  CHECK(script.find("using 1:16:(2 * $17) with yerrorbars") != std::string::npos);  // unstable random ones
}

TEST_CASE("write_recovery_figure: gnuplot draws it") {
  if (!has_gnuplot()) return;
  scratch_folder const scratch;
  CHECK(write_recovery_figure(scratch.path(), two_times(), "it's {").reason == "");
  CHECK(content_of(scratch / "recovery.svg").find("</svg>") != std::string::npos);
}

TEST_CASE("write_recovery_figure: nothing to draw, nowhere to write") {
  scratch_folder const scratch;
  CHECK_THROWS_WITH(static_cast<void>(write_recovery_figure(scratch.path(), {})),
                    "write_recovery_figure: expected at least 1 time, got none");
  CHECK_THROWS_AS(static_cast<void>(write_recovery_figure(scratch / "nowhere", two_times())), file_error);
}

}  // namespace
