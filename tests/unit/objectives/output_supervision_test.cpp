// SPDX-License-Identifier: MIT
#include <regula/objectives/output_supervision.hpp>

#include "support/golden_masked.hpp"
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using regula::no_token;
using regula::output_supervision;
using regula::token;
using regula_test::symbol_step;

TEST_CASE_TEMPLATE("output_supervision: the loss of the reference step and its derivative", Real, float, double) {
  symbol_step const step{"label_only"};
  auto const drawn = regula::corrupt(output_supervision{}, step.clean, {1, regula::purpose::test});
  CHECK(drawn.visible == step.corruption.visible);
  step.check_loss<Real>(output_supervision{}, drawn);
  step.check_loss<Real>(output_supervision{.label_cell = 6}, drawn);
}

TEST_CASE("output_supervision: only the label cell is hidden and only it has a gradient") {
  output_supervision const o{.label_cell = 1};
  regula::batch const clean{{{1, 3}, 1, 2}, 2, {0, 1, 1, 1, 0, 0}, {}};
  auto const drawn = regula::corrupt(o, clean, {1, regula::purpose::test});
  CHECK(drawn.visible == std::vector<token>{0, no_token, 1, 1, no_token, 0});
  std::vector<token> read(3);
  regula::sample_input<double> input{read, {}};
  o.read(clean, drawn, 1, input);
  CHECK(read == std::vector<token>{1, no_token, 0});
  std::vector<double> gradient(6, 7.0);
  double const loss = o.loss<double>(std::vector<double>{9, 9, 0, std::log(3.0), 9, 9}, clean, drawn, 1, gradient);
  CHECK(loss == doctest::Approx(std::log(4.0)));  // no 1/t, no 1/T
  CHECK(gradient[0] == 0);
  CHECK(gradient[2] == doctest::Approx(-0.75));
  CHECK(gradient[3] == doctest::Approx(0.75));
  CHECK(gradient[5] == 0);
}

TEST_CASE("output_supervision: a label cell outside the board is refused with the value") {
  regula::batch const clean{{{1, 3}, 1, 2}, 1, {0, 1, 1}, {}};
  regula::masked_corruption out;
  CHECK_NOTHROW(output_supervision{}.prepare(clean, out));
  CHECK_NOTHROW(output_supervision{.label_cell = 2}.prepare(clean, out));
  CHECK_THROWS_WITH_AS(output_supervision{.label_cell = 3}.prepare(clean, out),
                       "output_supervision: expected label_cell below 3 cells, got 3",
                       regula::range_error);
}

}  // namespace
