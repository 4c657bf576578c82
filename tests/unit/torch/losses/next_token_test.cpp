// SPDX-License-Identifier: MIT
#include <regula/torch/losses/next_token.hpp>

#include "../../../support/loss_agreement.hpp"
#include <doctest/doctest.h>

#include <cmath>

namespace rg = regula;
namespace lt = regula::libtorch;

TEST_CASE("next token on tensors: equal logits cost ln(V + 1) a cell, and the net reads the clean board") {
  auto const clean = rg::test::some_boards(2, 5, 3);
  rg::test::given_output net{torch::zeros({2, 5, 4}, torch::kFloat64)};
  auto const losses = lt::losses(rg::next_token{}, net, clean, {}, rg::test::in_double);
  for (std::int64_t i = 0; i < 2; ++i)
    CHECK(losses[i].item<double>() == doctest::Approx(std::log(4.0)).epsilon(1e-14));
  CHECK(torch::equal(net.input, lt::clean_symbols(clean, rg::test::in_double)));
}

TEST_CASE("next token: tensors and the core agree, value and derivative by the output") {
  for (rg::token const alphabet : {rg::token{2}, rg::token{5}})
    (void)rg::test::check_losses_agree(rg::next_token{}, rg::test::some_boards(3, 7, alphabet), {});
}
