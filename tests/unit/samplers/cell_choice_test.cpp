// SPDX-License-Identifier: MIT
#include <regula/samplers/cell_choice.hpp>
#include <regula/samplers/reverse.hpp>
#include <regula/samplers/unmask.hpp>

#include <doctest/doctest.h>

TEST_CASE("samplers draw unless they are told to take the most probable symbol") {
  CHECK(regula::unmask{}.choose == regula::cell_choice::draw);
  CHECK(regula::reverse{}.choose == regula::cell_choice::draw);
}
