// SPDX-License-Identifier: MIT
#include <regula/torch/losses/masked_diffusion.hpp>

#include "../../../support/loss_agreement.hpp"
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

namespace rg = regula;
namespace lt = regula::libtorch;

namespace {

/// Sample 0 hides nothing, sample 1 everything, the others what is drawn.
rg::masked_corruption corruption_of(rg::batch const& clean) {
  auto c              = rg::corrupt(rg::masked_diffusion<>{}, clean, {1, rg::purpose::test});
  std::size_t const n = clean.shape.cells();
  std::copy_n(clean.boards.begin(), n, c.visible.begin());
  std::fill_n(c.visible.begin() + static_cast<std::ptrdiff_t>(n), n, rg::no_token);
  return c;
}

}  // namespace

TEST_CASE("masked diffusion on tensors: equal logits cost ln V for each hidden cell, over T and times 1/t") {
  auto const clean = rg::test::some_boards(3, 6, 4);
  auto const c     = corruption_of(clean);
  rg::test::given_output net{torch::zeros({3, 6, 4}, torch::kFloat64)};
  auto const losses = lt::losses(rg::masked_diffusion<>{}, net, clean, c, rg::test::in_double);
  for (std::size_t i = 0; i < 3; ++i) {
    auto const hidden = static_cast<double>(std::ranges::count(c.row(i, 6), rg::no_token));
    CHECK(losses[static_cast<std::int64_t>(i)].item<double>() ==
          doctest::Approx(std::log(4.0) * hidden / 6 / c.t[i]).epsilon(1e-13));
    for (std::size_t j = 0; j < 6; ++j) {
      auto const seen = c.row(i, 6)[j];
      CHECK(net.input[static_cast<std::int64_t>(i)][static_cast<std::int64_t>(j)].item<std::int64_t>() ==
            (seen == rg::no_token ? 4 : seen));
    }
  }
}

TEST_CASE("masked diffusion: tensors and the core agree for every weight and normalizer") {
  for (auto const weight : {rg::mask_weight::inverse_t, rg::mask_weight::none})
    for (auto const normalizer : {rg::mask_normalizer::cells, rg::mask_normalizer::hidden, rg::mask_normalizer::none}) {
      rg::masked_diffusion<> const objective{.weight = weight, .normalizer = normalizer};
      auto const clean = rg::test::some_boards(5, 7, 3);
      (void)rg::test::check_losses_agree(objective, clean, corruption_of(clean));
    }
}

TEST_CASE("masked diffusion: a sample at t = 0 hides nothing and costs nothing") {
  auto const clean = rg::test::some_boards(2, 5, 2);
  auto c           = corruption_of(clean);
  c.t[0]           = 0;
  auto const net   = rg::test::check_losses_agree(rg::masked_diffusion<>{}, clean, c);
  CHECK(net.output.defined());
}
