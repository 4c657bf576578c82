// SPDX-License-Identifier: MIT
#include <regula/probes/recovery_score.hpp>

#include "support/golden_memory.hpp"
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace {

using namespace regula;

std::vector<token> flat(test::json const& rows) {
  std::vector<token> out;
  for (auto const& row : rows)
    for (auto const& v : row)
      out.push_back(v.get<token>());
  return out;
}

void check_number(double ours, test::json const& theirs) {
  if (theirs.is_null())
    CHECK(std::isnan(ours));
  else
    CHECK(ours == doctest::Approx(theirs.get<double>()).epsilon(1e-12));
}

TEST_CASE("recovery_of: the reference sequences, each of them and all together") {
  for (auto const& set : test::golden_memory().at("recovery")) {
    std::size_t const cells = set.at("x").at(0).size();
    auto const x = flat(set.at("x")), z = flat(set.at("z")), y = flat(set.at("y"));
    recovery_score const all = recovery_of(x, z, y, cells);
    check_number(all.recovery.mean, set.at("recovery_mean"));
    check_number(all.recovery.deviation(), set.at("recovery_std"));
    check_number(all.unstable.mean, set.at("unstable_mean"));
    check_number(all.unstable.deviation(), set.at("unstable_std"));
    check_number(all.recovered.share(), set.at("recovery_pooled"));
    check_number(all.exact.share(), set.at("exact_match"));
    CHECK(all.untouched.count == set.at("skipped").get<std::size_t>());
    CHECK(all.untouched.total == set.at("x").size());
    CHECK(all.recovery.count + all.untouched.count == all.untouched.total);
    for (std::size_t i = 0; i < set.at("x").size(); ++i) {
      auto const row   = [&](std::vector<token> const& of) { return std::span{of}.subspan(i * cells, cells); };
      auto const one   = recovery_of(row(x), row(z), row(y), cells);
      auto const& each = set.at("per_sequence").at(i);
      CHECK(one.recovered == rate{each.at("recovered").get<std::size_t>(), each.at("corrupted").get<std::size_t>()});
      CHECK(one.broken == rate{each.at("broken").get<std::size_t>(), cells - each.at("corrupted").get<std::size_t>()});
      check_number(one.recovery.mean, each.at("recovery"));
      check_number(one.unstable.mean, each.at("unstable"));
      CHECK(one.exact.count == each.at("exact").get<bool>());
    }
  }
}

TEST_CASE("recovery_of: hidden cells are changed ones") {
  std::vector<token> const x{1, 0, 1, 1}, z{no_token, 0, no_token, 1}, y{1, 0, 0, 1};
  auto const found = recovery_of(x, z, y, 4);
  CHECK(found.recovered == rate{1, 2});
  CHECK(found.broken == rate{0, 2});
}

TEST_CASE("recovery_of: other sizes are refused, no sequence has no score") {
  std::vector<token> const four(4, 0), three(3, 0);
  CHECK_THROWS_WITH_AS(
      static_cast<void>(recovery_of(four, four, three, 2)),
      "recovery_of: expected three times the same number of sequences of 2 cells, got 4, 4 and 3 cells",
      shape_error);
  CHECK_THROWS_AS(static_cast<void>(recovery_of(three, three, three, 2)), shape_error);
  CHECK_THROWS_AS(static_cast<void>(recovery_of(three, three, three, 0)), shape_error);
  CHECK(recovery_of({}, {}, {}, 2).exact.total == 0);
}

}  // namespace
