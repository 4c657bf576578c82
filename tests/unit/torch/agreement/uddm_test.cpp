// SPDX-License-Identifier: MIT
#include "../../../support/engine_agreement.hpp"

namespace rg = regula;

namespace {

template <rg::size S, std::size_t Cells, rg::token V>
void agree(std::size_t batch_size) {
  using model          = rg::uddm<S>;
  constexpr auto shape = rg::data_shape{{1, Cells}, 1, V};
  rg::test::check_engines_agree<model, shape>(rg::uniform_diffusion{}, batch_size);
  rg::uniform_diffusion const relaxed{.curriculum = {.steps = 1, .tau = 0.5, .gamma_0 = -2, .gamma_1 = 2}};
  rg::test::check_engines_agree<model, shape>(relaxed, batch_size);
}

}  // namespace

TEST_CASE("engines agree: UDDM on symbols and on distributions") {
  agree<rg::size{.width = 12, .depth = 1, .heads = 3, .condition = 10}, 7, 2>(7);
  agree<rg::size{.width = 40, .depth = 2, .heads = 5}, 5, 27>(1);
}

TEST_CASE("engines agree: UDDM with dropout drops the same entries") {
  agree<rg::size{.width = 20, .depth = 2, .heads = 1, .dropout = 0.2, .condition = 13}, 9, 5>(3);
}
