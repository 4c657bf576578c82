// SPDX-License-Identifier: MIT
#include <regula/runs/curve_figure.hpp>

#include "support/scratch_folder.hpp"
#include <doctest/doctest.h>

#include <string>

namespace {

using namespace regula;

TEST_CASE("curves go into a table, a script and a picture that names each of them") {
  test::scratch_folder const scratch;
  auto const report = write_curves(
      scratch.path(),
      "accuracy",
      {{"label only, train", {{0, 10, 20}, {0.5, 0.75, 1}}}, {"label only, held-out", {{0, 10}, {0.5, 0.5}}, 0, true}},
      {"k-parity's curves", "accuracy"});
  auto const table = test::content_of(scratch / "accuracy.csv");
  CHECK(table ==
        "step,value,curve\n0,0.5,label only, train\n10,0.75,label only, train\n20,1,label only, train\n\n\n"
        "step,value,curve\n0,0.5,label only, held-out\n10,0.5,label only, held-out\n");
  CHECK(test::content_of(scratch / "accuracy.gp").find("k-parity''s curves") != std::string::npos);
  if (report.drawn) CHECK(test::content_of(scratch / "accuracy.svg").find("label only, held-out") != std::string::npos);
}

TEST_CASE("what cannot be drawn is refused with the name of the curve") {
  test::scratch_folder const scratch;
  CHECK_THROWS_WITH_AS((void)write_curves(scratch.path(), "x", {}, {}),
                       "write_curves: expected at least 1 curve, got none",
                       range_error);
  CHECK_THROWS_WITH_AS((void)write_curves(scratch.path(), "x", {{"loss", {{0, 1}, {2.0}}}}, {}),
                       "write_curves: expected as many values as steps in loss, got 1 and 2",
                       range_error);
}

}  // namespace
