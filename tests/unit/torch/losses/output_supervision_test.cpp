// SPDX-License-Identifier: MIT
#include <regula/torch/losses/output_supervision.hpp>

#include "../../../support/loss_agreement.hpp"
#include <doctest/doctest.h>

#include <cmath>

namespace rg = regula;
namespace lt = regula::libtorch;

TEST_CASE("output supervision on tensors: only the label counts, by the logits of its cell") {
  auto const clean = rg::test::some_boards(1, 4, 2);
  rg::output_supervision const objective{.label_cell = 1};
  auto const c                  = rg::corrupt(objective, clean, {1, rg::purpose::test});
  auto logits                   = torch::zeros({1, 4, 2}, torch::kFloat64);
  logits[0][1][clean.boards[1]] = 3;
  logits[0][0][0]               = 50;  // of no label
  rg::test::given_output net{logits};
  CHECK(lt::losses(objective, net, clean, c, rg::test::in_double).item<double>() ==
        doctest::Approx(std::log1p(std::exp(-3.0))).epsilon(1e-13));
  for (std::int64_t j = 0; j < 4; ++j)
    CHECK(net.input[0][j].item<std::int64_t>() == (j == 1 ? 2 : clean.boards[static_cast<std::size_t>(j)]));
}

TEST_CASE("output supervision: tensors and the core agree, value and derivative by the output") {
  for (rg::output_supervision const objective : {rg::output_supervision{}, rg::output_supervision{.label_cell = 2}}) {
    auto const clean = rg::test::some_boards(4, 6, 3);
    (void)rg::test::check_losses_agree(objective, clean, rg::corrupt(objective, clean, {1, rg::purpose::test}));
  }
}
