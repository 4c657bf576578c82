// SPDX-License-Identifier: MIT
#include <regula/objectives/next_token.hpp>

#include "support/golden_masked.hpp"
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <vector>

namespace {

using regula::next_token;
using regula::token;
using regula_test::symbol_step;

TEST_CASE_TEMPLATE("next_token: the loss of the reference step and its derivative", Real, float, double) {
  symbol_step const step{"gpt_next_token"};
  CHECK(step.each == 10 * 3);  // two symbols and *start*
  step.check_loss<Real>(next_token{}, regula::no_corruption{});
}

TEST_CASE(
    "next_token: a network that knows nothing loses ln(V + 1), one that knows all but a bit of each group ln 2/G") {
  regula::batch const clean{{{1, 4}, 1, 2}, 1, {0, 1, 1, 0}, {}};
  std::vector<double> gradient(12);
  CHECK(next_token{}.loss<double>(std::vector<double>(12, 0.5), clean, {}, 0, gradient) ==
        doctest::Approx(std::log(3.0)));
  std::vector<double> output(12, -1e6);
  for (std::size_t j = 0; j < 4; ++j)
    for (token const v : j % 2 == 0 ? std::vector<token>{0, 1} : std::vector<token>{clean.boards[j]})
      output[3 * j + v] = 0;
  CHECK(next_token{}.loss<double>(output, clean, {}, 0, gradient) == doctest::Approx(std::log(2.0) / 2));
}

TEST_CASE("next_token: the network reads the board itself") {
  regula::batch const clean{{{1, 3}, 1, 5}, 2, {0, 1, 2, 4, 3, 2}, {}};
  std::vector<token> read(3);
  regula::sample_input<double> input{read, {}};
  next_token{}.read(clean, {}, 1, input);
  CHECK(read == std::vector<token>{4, 3, 2});
}

}  // namespace
