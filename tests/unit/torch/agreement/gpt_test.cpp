// SPDX-License-Identifier: MIT
#include "../../../support/engine_agreement.hpp"

namespace rg = regula;

namespace {

template <rg::size S, std::size_t Cells, rg::token V>
void agree(std::size_t batch_size) {
  rg::test::check_engines_agree<rg::gpt<S>, rg::data_shape{{1, Cells}, 1, V}>(rg::next_token{}, batch_size);
}

}  // namespace

TEST_CASE("engines agree: GPT and next token, odd sequences, widths and heads that no vector divides") {
  agree<rg::size{.width = 12, .depth = 1, .heads = 3}, 7, 3>(7);
  agree<rg::size{.width = 24, .depth = 2, .heads = 3}, 11, 5>(3);
  agree<rg::size{.width = 40, .depth = 1, .heads = 1}, 5, 2>(1);
}

TEST_CASE("engines agree: GPT with dropout drops the same entries") {
  agree<rg::size{.width = 20, .depth = 2, .heads = 5, .dropout = 0.1}, 9, 27>(3);
  agree<rg::size{.width = 24, .depth = 2, .heads = 1, .dropout = 0.3}, 7, 2>(7);
}
