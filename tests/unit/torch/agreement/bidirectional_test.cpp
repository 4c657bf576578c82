// SPDX-License-Identifier: MIT
#include "../../../support/engine_agreement.hpp"

namespace rg = regula;

namespace {

template <rg::size S, std::size_t Cells, rg::token V>
void agree(std::size_t batch_size) {
  using model              = rg::gpt<S>;
  constexpr auto shape     = rg::data_shape{{1, Cells}, 1, V};
  constexpr auto some_cell = rg::empty_masks::skipped;  // a loss of zero would show nothing
  rg::test::check_engines_agree<model, shape>(rg::masked_diffusion<>{.empty = some_cell}, batch_size);
  rg::test::check_engines_agree<model, shape>(rg::output_supervision{.label_cell = 1}, batch_size);
}

constexpr auto both = rg::attention::bidirectional;

}  // namespace

TEST_CASE("engines agree: bidirectional GPT, masked diffusion and output supervision") {
  agree<rg::size{.width = 20, .depth = 1, .heads = 5, .attends = both}, 9, 3>(3);
  agree<rg::size{.width = 12, .depth = 2, .heads = 1, .attends = both}, 13, 27>(1);
}

TEST_CASE("engines agree: bidirectional GPT with dropout drops the same entries") {
  agree<rg::size{.width = 40, .depth = 2, .heads = 5, .dropout = 0.2, .attends = both}, 7, 2>(7);
}

TEST_CASE("engines agree: masked diffusion under every weight and normalizer") {
  using model          = rg::gpt<rg::size{.width = 24, .depth = 1, .heads = 3, .attends = both}>;
  constexpr auto shape = rg::data_shape{{1, 5}, 1, 5};
  for (auto const weight : {rg::mask_weight::inverse_t, rg::mask_weight::none})
    for (auto const normalizer : {rg::mask_normalizer::cells, rg::mask_normalizer::hidden, rg::mask_normalizer::none})
      rg::test::check_engines_agree<model, shape>(rg::masked_diffusion<>{.weight = weight, .normalizer = normalizer},
                                                  7);
}
