// SPDX-License-Identifier: MIT
#include <regula/torch/nets/one_layer_transformer.hpp>

#include "../../../support/torch_nets.hpp"
#include <doctest/doctest.h>

namespace rg = regula;

namespace {

using model = rg::one_layer_transformer<rg::reduced{.hidden = 14}>;
constexpr rg::data_shape shape{{1, 6}, 1, 2};

}  // namespace

TEST_CASE("one layer: names, shapes and order of the parameters are those of the spec") {
  rg::test::check_parameters<model>(shape);
}

TEST_CASE("one layer: a prediction at every cell as in the golden file") {
  auto const file = rg::test::golden_file("one_layer");
  auto const x    = rg::test::golden_tensor(file, "batch/corrupted");
  auto const z    = torch::where(x < 0, 0, torch::where(x > 0, 1, 2)).to(torch::kInt64);
  CHECK(rg::test::distance(rg::test::golden_net<model>(shape, file)->forward(z),
                           rg::test::golden_tensor(file, "output")) < 1e-7);
}

TEST_CASE("one layer: with equal scores every cell predicts the same, from the mean of all columns") {
  auto const net = rg::test::net_of_waves<model>(shape);
  torch::NoGradGuard const no_grad;
  net->named_parameters()["attention.weight"].fill_(0.25);
  auto const out = net->forward(torch::tensor({{0, 1, 2, 1, 0, 2}}, torch::kInt64));
  CHECK((out - out[0][0]).abs().max().item<double>() < 1e-13);
}
