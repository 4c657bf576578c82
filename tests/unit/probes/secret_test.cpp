// SPDX-License-Identifier: MIT
#include <regula/probes/secret.hpp>
#include <regula/rules/all.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace {

using namespace regula;

static_assert(HasSecret<k_parity<6, 2>>);
static_assert(!HasSecret<group_parity<6, 3>>);

TEST_CASE("secret: the cells of the secret and the label") {
  auto const in = secret_cells(k_parity<6, 2>{{4, 1}});
  CHECK(in == std::array<bool, 7>{false, true, false, false, true, false, true});
}

TEST_CASE("secret: a mask is signal if it hides one secret cell, whatever else it hides") {
  auto const in = secret_cells(k_parity<6, 2>{{4, 1}});
  auto const of = [&](std::array<token, 7> const& visible) { return count_hidden(in, visible); };
  token const h = no_token;
  CHECK_FALSE(of({0, 1, 0, 1, 1, 0, 1}).is_signal());
  CHECK(of({0, 1, 0, 1, 1, 0, 1}).cells == 0);
  auto const one = of({h, 1, h, 1, h, 0, 1});
  CHECK(one.is_signal());
  CHECK(one.cells == 3);
  CHECK(one.last_secret == 4);
  CHECK(of({h, 1, h, 1, 1, 0, h}).last_secret == 6);
  auto const two = of({0, h, 0, 1, 1, 0, h});
  CHECK_FALSE(two.is_signal());
  CHECK(two.secret == 2);
  CHECK_FALSE(of({h, 1, h, h, 1, h, 1}).is_signal());
}

}  // namespace
