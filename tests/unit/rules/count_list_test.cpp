// SPDX-License-Identifier: MIT
#include <regula/rules/count_list.hpp>

#include <doctest/doctest.h>

namespace {

using list = regula::count_list<6, 5, 1>;
static_assert(list::size == 2 && list::place_of(5) == 0 && list::place_of(1) == 1);
static_assert(list::contains(1) && !list::contains(2) && list::place_of(2) == 2);

TEST_CASE("count_list: rows, cols and counts of the record") {
  auto const p = list::parameters_of_board(3);
  REQUIRE(p.size() == 4);
  CHECK((p[0].name == "rows" && p[0].value == 3 && !p[0].in_list));
  CHECK((p[1].name == "cols" && p[1].value == 6));
  CHECK((p[2].name == "counts" && p[2].value == 5 && p[2].in_list));
  CHECK((p[3].name == "counts" && p[3].value == 1 && p[3].in_list));
}

}  // namespace
