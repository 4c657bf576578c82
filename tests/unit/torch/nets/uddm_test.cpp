// SPDX-License-Identifier: MIT
#include <regula/torch/nets/uddm.hpp>

#include "../../../support/torch_nets.hpp"
#include <doctest/doctest.h>

#include <cmath>

namespace rg = regula;
namespace lt = regula::libtorch;

namespace {

constexpr rg::size small{.width = 16, .depth = 2, .heads = 2, .condition = 12};
using uniform = rg::uddm<small>;
using masked  = rg::uddm_masked<small>;
constexpr rg::data_shape shape{{1, 8}, 1, 5}, shorter{{1, 7}, 1, 5};
constexpr double double_tolerance = 1e-7;  // outputs are stored in single precision

torch::Tensor symbols(std::int64_t batch, std::int64_t cells) {
  return (torch::arange(batch * cells) * 7 + 3).remainder(11).remainder(5).view({batch, cells});
}

}  // namespace

TEST_CASE("uddm: names, shapes and order of the parameters are those of the spec") {
  rg::test::check_parameters<uniform>(shape);
  rg::test::check_parameters<masked>(shape);
}

TEST_CASE("uddm: log probabilities of the golden files, of symbols, of distributions and of the masked sibling") {
  auto const hard  = rg::test::golden_file("uddm_uniform");
  auto const alpha = 1 - (1 - 1e-3) * rg::test::golden_tensor(hard, "batch/t");
  auto const net   = rg::test::golden_net<uniform>(shape, hard);
  CHECK(rg::test::distance(net->forward(rg::test::golden_tensor(hard, "batch/corrupted"), -alpha.log()).log_softmax(-1),
                           rg::test::golden_tensor(hard, "output")) < double_tolerance);

  auto const soft   = rg::test::golden_file("uddm_soft");
  auto const gamma  = rg::test::golden_tensor(soft, "gamma").view({-1, 1, 1});
  auto const onehot = torch::one_hot(rg::test::golden_tensor(soft, "batch/x"), 5).to(torch::kFloat64);
  auto const w =
      (-gamma).sigmoid().sqrt() * onehot + gamma.sigmoid().sqrt() * rg::test::golden_tensor(soft, "batch/noise");
  auto const relaxed = (w / 0.5).softmax(-1);
  CHECK(rg::test::distance(rg::test::golden_net<uniform>(shorter, soft)
                               ->forward(relaxed, -rg::test::golden_tensor(soft, "alpha").log())
                               .log_softmax(-1),
                           rg::test::golden_tensor(soft, "output")) < double_tolerance);

  auto const hidden = rg::test::golden_file("uddm_masked");
  CHECK(rg::test::distance(rg::test::golden_net<masked>(shape, hidden)
                               ->forward(rg::test::golden_tensor(hidden, "batch/corrupted"))
                               .log_softmax(-1),
                           rg::test::golden_tensor(hidden, "output")) < double_tolerance);
}

TEST_CASE("uddm: a distribution with all weight on a symbol is that symbol; one level for all is one each") {
  auto const net   = rg::test::net_of_waves<uniform>(shape);
  auto const z     = symbols(3, 8);
  auto const level = torch::full({1}, 0.4, torch::kFloat64);
  auto const out   = net->forward(z, level);
  CHECK(rg::test::distance(net->forward(torch::one_hot(z, 5).to(torch::kFloat64), level), out) < 1e-13);
  CHECK(rg::test::distance(net->forward(z, level.expand({3})), out) < 1e-13);
  CHECK_FALSE(torch::allclose(net->forward(z, level + 1), out, 1e-6, 1e-6));
}

TEST_CASE("uddm: rotary positions turn pairs of a head by angles that shrink with the pair") {
  auto const angles  = lt::rotary_angles::of(5, 4);
  auto const x       = torch::tensor({1.0, 2.0, 3.0, 4.0}, torch::kFloat64).expand({1, 1, 5, 4});
  auto const out     = angles.turn(x)[0][0][3];
  double const first = 3, second = 3 * std::pow(10000.0, -0.5);
  CHECK(out[0].item<double>() == doctest::Approx(std::cos(first) - 3 * std::sin(first)).epsilon(1e-14));
  CHECK(out[2].item<double>() == doctest::Approx(3 * std::cos(first) + std::sin(first)).epsilon(1e-14));
  CHECK(out[1].item<double>() == doctest::Approx(2 * std::cos(second) - 4 * std::sin(second)).epsilon(1e-14));
  CHECK(out[3].item<double>() == doctest::Approx(4 * std::cos(second) + 2 * std::sin(second)).epsilon(1e-14));
}

TEST_CASE("uddm: dropout falls on the two branches of every block, before their gates, and nowhere else") {
  using dropping   = rg::uddm<rg::size{.width = 16, .depth = 2, .heads = 2, .dropout = 0.25, .condition = 12}>;
  auto const net   = rg::test::net_of_waves<dropping>(shape);
  auto const z     = symbols(2, 8);
  auto const level = torch::full({1}, 0.4, torch::kFloat64);
  auto const off   = net->forward(z, level);
  std::vector<std::uint64_t> places;
  net->dropout([&places](rg::dropout_place place, torch::IntArrayRef sizes) {
    places.push_back(place.number);
    CHECK(sizes == torch::IntArrayRef{2, 8, 16});
    return torch::full(sizes, 0.75);  // times 1 / 0.75
  });
  CHECK(rg::test::distance(net->forward(z, level), off) < 1e-12);
  CHECK(places == std::vector<std::uint64_t>{2, 3, 5, 6});
  net->dropout(rg::stream_family{4, rg::purpose::dropout, 0});
  CHECK_FALSE(torch::allclose(net->forward(z, level), off, 1e-6, 1e-6));
  net->dropout(std::nullopt);
  CHECK(torch::equal(net->forward(z, level), off));
}

TEST_CASE("uddm: samples do not see each other, cells do") {
  auto const net   = rg::test::net_of_waves<masked>(shape);
  auto z           = symbols(2, 8);
  auto const out   = net->forward(z);
  z[1][7]          = 5;  // hidden
  auto const after = net->forward(z);
  CHECK(torch::allclose(after[0], out[0], 1e-13, 1e-13));
  CHECK_FALSE(torch::allclose(after[1][0], out[1][0], 1e-6, 1e-6));
}
