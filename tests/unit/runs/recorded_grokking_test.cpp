// SPDX-License-Identifier: MIT
#include <regula/runs/recorded_grokking.hpp>

#include "../../support/scratch_folder.hpp"
#include <doctest/doctest.h>

#include <optional>

namespace {

using regula::grokking_of;
using regula::test::put;
using regula::test::scratch_folder;

TEST_CASE("recorded grokking: the gap of a run's label accuracies, at a level") {
  scratch_folder const scratch;
  put(scratch / "metrics.jsonl",
      R"({"step":0,"label_accuracy":{"training":{"count":1,"total":2,"share":0.5},"held_out":{"share":0.5}}})"
      "\n"
      R"({"step":50,"label_accuracy":{"training":{"count":2,"total":2,"share":1},"held_out":{"share":0.5}}})"
      "\n"
      R"({"step":400,"label_accuracy":{"training":{"count":2,"total":2,"share":1},"held_out":{"share":0.95}}})"
      "\n");
  auto const at_90 = grokking_of(scratch.path(), {.level = 0.9});
  CHECK(at_90.gap() == 350);
  auto const at_99 = grokking_of(scratch.path());
  CHECK(at_99.training.step == 50);
  CHECK(at_99.gap() == std::nullopt);
  CHECK(at_99.gap_above() == 350);
  CHECK_THROWS_AS((void)grokking_of(scratch.path(), {.held_out_curve = "none"}), regula::range_error);
}

TEST_CASE("recorded grokking: a run without evaluations has no readings") {
  scratch_folder const scratch;
  put(scratch / "metrics.jsonl", "");
  CHECK(grokking_of(scratch.path()) == regula::grokking_gap{});
}

}  // namespace
