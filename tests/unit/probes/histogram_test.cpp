// SPDX-License-Identifier: MIT
#include <regula/probes/histogram.hpp>
#include <regula/runs/json.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace {

using namespace regula;

using counts = std::vector<std::uint64_t>;

TEST_CASE("shared_histograms: bins go from the least to the largest value of all sets") {
  std::vector<double> const a{1, 1.5, 2, 2.99}, b{0, 4, 3.999, 0.5};
  auto const both = shared_histograms({a, b}, 4);
  REQUIRE(both.size() == 2);
  for (histogram const& h : both) {
    CHECK(h.low == 0);
    CHECK(h.high == 4);
    CHECK(h.total == 4);
    CHECK(h.undefined == 0);
  }
  CHECK(both[0].counts == counts{0, 2, 2, 0});
  CHECK(both[1].counts == counts{2, 0, 0, 2});  // 4 is in the last bin
}

TEST_CASE("shared_histograms: values that are no numbers are counted, and equal ones share a bin") {
  std::vector<double> const a{2, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()};
  std::vector<double> const none;
  auto const both = shared_histograms({a, none}, 3);
  CHECK(both[0].counts == counts{1, 0, 0});
  CHECK(both[0].total == 3);
  CHECK(both[0].undefined == 2);
  CHECK(both[1].counts == counts{0, 0, 0});
  CHECK(both[1].total == 0);
  CHECK_THROWS_WITH_AS(
      static_cast<void>(shared_histograms({a}, 0)), "shared_histograms: expected at least 1 bin, got 0", range_error);
}

TEST_CASE("histogram: it is written with all it counted") {
  CHECK(text_of(to_json(histogram{0, 1, {3, 4}, 8, 1})) ==
        R"({"low":0.0,"high":1.0,"counts":[3,4],"total":8,"undefined":1})");
}

}  // namespace
