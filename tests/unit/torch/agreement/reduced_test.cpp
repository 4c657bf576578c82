// SPDX-License-Identifier: MIT
#include "../../../support/engine_agreement.hpp"

namespace rg = regula;

namespace {

template <class M, std::size_t Cells>
void agree(std::size_t batch_size) {
  rg::squared_parity const objective{.empty = rg::empty_masks::skipped};  // a loss of zero would show nothing
  rg::test::check_engines_agree<M, rg::data_shape{{1, Cells}, 1, 2}>(objective, batch_size);
}

}  // namespace

TEST_CASE("engines agree: the reduced networks under squared parity") {
  agree<rg::uniform_attention_mlp<rg::reduced{.hidden = 20}>, 7>(7);
  agree<rg::uniform_attention_mlp<rg::reduced{.hidden = 13, .mean = true, .bias = true}>, 5>(1);
  agree<rg::uniform_attention_mlp<rg::reduced{.hidden = 33, .bias = true}>, 9>(3);
  agree<rg::one_layer_transformer<rg::reduced{.hidden = 14}>, 7>(7);
  agree<rg::one_layer_transformer<rg::reduced{.hidden = 21}>, 5>(1);
  agree<rg::one_layer_transformer<rg::reduced{.hidden = 40}>, 11>(3);
}
