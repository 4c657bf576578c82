// SPDX-License-Identifier: MIT
#include <regula/torch/nets/gpt.hpp>

#include "../../../support/torch_nets.hpp"
#include <doctest/doctest.h>

#include <string>

namespace rg = regula;
namespace lt = regula::libtorch;

namespace {

constexpr auto both               = rg::attention::bidirectional;
using causal                      = rg::gpt<rg::size{.width = 16, .depth = 2, .heads = 2}>;
using dropping                    = rg::gpt<rg::size{.width = 16, .depth = 2, .heads = 2, .dropout = 0.1}>;
using masked                      = rg::gpt<rg::size{.width = 16, .depth = 2, .heads = 4, .attends = both}>;
using labelled                    = rg::gpt<rg::size{.width = 16, .depth = 2, .heads = 2, .attends = both}>;
constexpr double double_tolerance = 1e-7;  // outputs are stored in single precision

rg::data_shape row(std::size_t cells, rg::token alphabet) { return {{1, cells}, 1, alphabet}; }

rg::stream_family const streams{4, rg::purpose::dropout, 17};

torch::Tensor symbols(std::int64_t batch, std::int64_t cells, std::int64_t alphabet) {
  return (torch::arange(batch * cells) * 7 + 3).remainder(11).remainder(alphabet).view({batch, cells});
}

}  // namespace

TEST_CASE("gpt: names, shapes and order of the parameters are those of the spec") {
  rg::test::check_parameters<causal>(row(10, 2));
  rg::test::check_parameters<masked>({{3, 3}, 1, 3});
}

TEST_CASE("gpt: outputs of the golden files, causal and bidirectional") {
  auto const next = rg::test::golden_file("gpt_next_token");
  CHECK(rg::test::distance(
            rg::test::golden_net<causal>(row(10, 2), next)->forward(rg::test::golden_tensor(next, "batch/x")),
            rg::test::golden_tensor(next, "output")) < double_tolerance);
  auto const hidden = rg::test::golden_file("bidirectional_masked");
  CHECK(
      rg::test::distance(
          rg::test::golden_net<masked>(row(9, 3), hidden)->forward(rg::test::golden_tensor(hidden, "batch/corrupted")),
          rg::test::golden_tensor(hidden, "output")) < double_tolerance);
  auto const label = rg::test::golden_file("label_only");
  CHECK(
      rg::test::distance(
          rg::test::golden_net<labelled>(row(7, 2), label)->forward(rg::test::golden_tensor(label, "batch/corrupted")),
          rg::test::golden_tensor(label, "output")) < double_tolerance);
}

TEST_CASE("gpt: with the keep masks of the golden file, its output, loss and gradients") {
  auto const file = rg::test::golden_file("dropout");
  auto const net  = rg::test::golden_net<dropping>(row(8, 2), file);
  auto const x    = rg::test::golden_tensor(file, "batch/x");
  auto const off  = net->forward(x);
  net->dropout([&file](rg::dropout_place place, torch::IntArrayRef shape) {
    auto const n    = place.number;
    auto const name = n == 0 ? std::string{"embedding"}
                             : "blocks." + std::to_string((n - 1) / 3) +
                                   (n % 3 == 1   ? ".probabilities"
                                    : n % 3 == 2 ? ".attention"
                                                 : ".mlp");
    return rg::test::golden_tensor(file, "batch/keep/" + name).view(shape);
  });
  auto const output = net->forward(x);
  CHECK(rg::test::distance(output, rg::test::golden_tensor(file, "output")) < double_tolerance);
  auto const losses = -output.log_softmax(-1).gather(-1, x.unsqueeze(-1)).mean({1, 2});
  CHECK(rg::test::distance(losses, rg::test::golden_tensor(file, "loss_per_sample")) < 1e-10);
  auto const gradients = torch::autograd::grad({losses.mean()}, net->parameters());
  std::size_t i        = 0;
  for (auto const& p : net->named_parameters()) {
    CAPTURE(p.key());
    CHECK(rg::test::distance(gradients[i++], rg::test::golden_tensor(file, "gradients/" + p.key())) < double_tolerance);
  }
  net->dropout(std::nullopt);
  CHECK(torch::equal(net->forward(x), off));
}

TEST_CASE("gpt: streams drop the entries that fill_keep says, each sample by its number") {
  auto const net = rg::test::net_of_waves<dropping>(row(6, 3));
  auto const x   = symbols(3, 6, 3);
  net->dropout(streams);
  auto const drawn = net->forward(x);
  CHECK(torch::equal(net->forward(x), drawn));
  net->dropout([](rg::dropout_place place, torch::IntArrayRef shape) {
    auto keep = torch::empty(shape, torch::kUInt8);
    for (std::int64_t i = 0; i < shape[0]; ++i)
      rg::fill_keep(streams,
                    static_cast<std::size_t>(i),
                    place,
                    0.1,
                    {keep[i].data_ptr<std::uint8_t>(), static_cast<std::size_t>(keep[i].numel())});
    return keep;
  });
  CHECK(torch::equal(net->forward(x), drawn));
  net->dropout(rg::stream_family{4, rg::purpose::dropout, 18});
  CHECK_FALSE(torch::allclose(net->forward(x), drawn, 1e-6, 1e-6));
}

TEST_CASE("gpt: attention by parts, as dropout needs it, is attention in one piece") {
  for (bool const bidirectional : {false, true}) {
    auto const check = [](auto const& net) {
      auto const x   = symbols(2, 7, 3);
      auto const off = net->forward(x);
      net->dropout([](rg::dropout_place, torch::IntArrayRef shape) {
        return torch::full(shape, 0.9, torch::kFloat64);
      });  // times 1 / 0.9
      CHECK(rg::test::distance(net->forward(x), off) < 1e-12);
    };
    if (bidirectional)
      check(rg::test::net_of_waves<
            rg::gpt<rg::size{.width = 16, .depth = 2, .heads = 2, .dropout = 0.1, .attends = both}>>(row(7, 3)));
    else
      check(rg::test::net_of_waves<dropping>(row(7, 3)));
  }
}

TEST_CASE("gpt: a causal output depends on earlier cells only, a bidirectional one on all") {
  auto const change_last = [](auto const& net) {
    auto x            = symbols(2, 6, 2);
    auto const before = net->forward(x).clone();
    x[1][3]           = 1 - x[1][3];
    return std::pair{before, net->forward(x)};
  };
  auto const [a, b] = change_last(rg::test::net_of_waves<causal>(row(6, 2)));
  CHECK(a.sizes() == torch::IntArrayRef{2, 6, 3});
  CHECK(torch::equal(a[0], b[0]));  // samples do not see each other
  CHECK(torch::allclose(a[1].slice(0, 0, 4), b[1].slice(0, 0, 4), 1e-12, 1e-12));
  CHECK_FALSE(torch::allclose(a[1][4], b[1][4], 1e-6, 1e-6));
  auto const [c, d] = change_last(rg::test::net_of_waves<labelled>(row(6, 2)));
  CHECK(c.sizes() == torch::IntArrayRef{2, 6, 2});
  CHECK_FALSE(torch::allclose(c[1][0], d[1][0], 1e-6, 1e-6));
}
