// SPDX-License-Identifier: MIT
#include "../../../support/engine_agreement.hpp"

namespace rg = regula;

namespace {

template <rg::size S, std::size_t Cells, rg::token V>
void agree(std::size_t batch_size) {
  using model              = rg::uddm_masked<S>;
  constexpr auto shape     = rg::data_shape{{1, Cells}, 1, V};
  constexpr auto some_cell = rg::empty_masks::skipped;  // a loss of zero would show nothing
  rg::test::check_engines_agree<model, shape>(rg::masked_diffusion<>{.empty = some_cell}, batch_size);
  rg::test::check_engines_agree<model, shape>(rg::output_supervision{}, batch_size);
}

}  // namespace

TEST_CASE("engines agree: masked UDDM, masked diffusion and output supervision, with and without dropout") {
  agree<rg::size{.width = 24, .depth = 1, .heads = 3, .condition = 12}, 11, 3>(3);
  agree<rg::size{.width = 20, .depth = 2, .heads = 5, .dropout = 0.1, .condition = 21}, 5, 27>(7);
  agree<rg::size{.width = 40, .depth = 1, .heads = 1}, 7, 2>(1);
}
