// SPDX-License-Identifier: MIT
#include <regula/torch/nets/uniform_attention_mlp.hpp>

#include "../../../support/torch_nets.hpp"
#include <doctest/doctest.h>

#include <algorithm>

namespace rg = regula;

namespace {

using plain  = rg::uniform_attention_mlp<rg::reduced{.hidden = 20}>;
using biased = rg::uniform_attention_mlp<rg::reduced{.hidden = 16, .mean = true, .bias = true}>;

rg::data_shape row(std::size_t cells) { return {{1, cells}, 1, 2}; }

/// -1, 0, +1 of a golden file as the symbols 0, hidden 2, 1.
torch::Tensor symbols(torch::Tensor const& x) {
  return torch::where(x < 0, 0, torch::where(x > 0, 1, 2)).to(torch::kInt64);
}

}  // namespace

TEST_CASE("uniform attention: names, shapes and order of the parameters are those of the spec") {
  rg::test::check_parameters<plain>(row(7));
  rg::test::check_parameters<biased>(row(6));
}

TEST_CASE("uniform attention: one prediction a sample as in the golden files, repeated at every cell") {
  auto const sum = rg::test::golden_file("parity_mlp"), mean = rg::test::golden_file("uniform_attention");
  auto const a =
      rg::test::golden_net<plain>(row(7), sum)->forward(symbols(rg::test::golden_tensor(sum, "batch/corrupted")));
  auto const b =
      rg::test::golden_net<biased>(row(6), mean)->forward(symbols(rg::test::golden_tensor(mean, "batch/corrupted")));
  CHECK(rg::test::distance(a, rg::test::golden_tensor(sum, "output").unsqueeze(1).expand({8, 7})) < 1e-7);
  CHECK(rg::test::distance(b, rg::test::golden_tensor(mean, "output").unsqueeze(1).expand({6, 6})) < 1e-7);
}

TEST_CASE("uniform attention: a cell's symbol has a column of hidden.weight of its own") {
  auto const net = rg::test::net_of_waves<rg::uniform_attention_mlp<rg::reduced{.hidden = 3}>>(row(4));
  auto const w = net->named_parameters()["hidden.weight"], v = net->named_parameters()["out.weight"];
  std::vector<std::int64_t> const x{1, 0, 2, 1}, kind{2, 0, 1, 2};
  double expected = 0;
  for (std::int64_t unit = 0; unit < 3; ++unit) {
    double sum = 0;
    for (std::int64_t j = 0; j < 4; ++j)
      sum += w[unit][4 * kind[static_cast<std::size_t>(j)] + j].item<double>();
    expected += v[0][unit].item<double>() * std::max(0.0, sum);
  }
  CHECK(net->forward(torch::tensor(x).view({1, 4}))[0][2].item<double>() == doctest::Approx(expected).epsilon(1e-13));
}
