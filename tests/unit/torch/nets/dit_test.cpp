// SPDX-License-Identifier: MIT
#include <regula/torch/nets/dit.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

namespace rg = regula;
namespace lt = regula::libtorch;

namespace {

using model = rg::dit<rg::size{.width = 24, .depth = 2, .heads = 3}>;
constexpr rg::data_shape shape{{2, 3}, 4, 4};

/// The net with weights that are nowhere zero, in double.
auto random_net() {
  auto const net = lt::net_for(model{}, shape);
  net->to(torch::kFloat64);
  torch::NoGradGuard const no_grad;
  double phase = 0;
  for (torch::Tensor& p : net->parameters())
    p.copy_((torch::arange(p.numel(), torch::kFloat64) * 0.7 + (phase += 1)).sin().mul(0.3).view(p.sizes()));
  return net;
}

}  // namespace

TEST_CASE("names, shapes and order of the parameters are those of the spec") {
  auto const named = lt::net_for(model{}, shape)->named_parameters();
  auto const specs = model::tensors(shape);
  REQUIRE(named.size() == specs.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    CAPTURE(specs[i].name);
    CHECK(named[i].key() == specs[i].name);
    std::vector<std::int64_t> const expected(specs[i].shape.begin(), specs[i].shape.end());
    CHECK(named[i].value().sizes() == torch::IntArrayRef{expected});
    CHECK(named[i].value().requires_grad());
    count += static_cast<std::size_t>(named[i].value().numel());
  }
  CHECK(count == model::parameter_count(shape));
}

TEST_CASE("building a net draws nothing from LibTorch's global generator") {
  torch::manual_seed(1);
  auto const expected = torch::rand({3});
  torch::manual_seed(1);
  (void)lt::net_for(model{}, shape);
  CHECK(torch::equal(torch::rand({3}), expected));
}

TEST_CASE("the position table: columns in the first half of the channels, rows in the second") {
  auto const table = lt::position_table({2, 3}, 8);  // d/4 = 2: rates 1 and 1/100
  REQUIRE(table.sizes() == torch::IntArrayRef{6, 8});
  std::vector<double> const expected{std::sin(2.0),
                                     std::sin(0.02),
                                     std::cos(2.0),
                                     std::cos(0.02),
                                     std::sin(1.0),
                                     std::sin(0.01),
                                     std::cos(1.0),
                                     std::cos(0.01)};
  for (int i = 0; i < 8; ++i)
    CHECK(table[5][i].item<double>() == doctest::Approx(expected[static_cast<std::size_t>(i)]).epsilon(1e-14));
}

TEST_CASE("one noise feature for all samples is the same as one each") {
  auto const net    = random_net();
  auto const values = torch::arange(3 * 6 * 4, torch::kFloat64).cos().view({3, 6, 4});
  auto const shared = net->forward(values, torch::full({1}, 0.3, torch::kFloat64));
  auto const each   = net->forward(values, torch::full({3}, 0.3, torch::kFloat64));
  CHECK(shared.sizes() == values.sizes());
  CHECK(torch::allclose(shared, each, 1e-12, 1e-12));
  CHECK_FALSE(torch::allclose(shared, net->forward(values, torch::full({1}, 0.4, torch::kFloat64)), 1e-8, 1e-8));
}

TEST_CASE("samples do not see each other, cells do") {
  auto const net   = random_net();
  auto const noise = torch::full({1}, -0.5, torch::kFloat64);
  auto values      = torch::arange(2 * 6 * 4, torch::kFloat64).cos().view({2, 6, 4});
  auto const out   = net->forward(values, noise);
  values[1][5][0] += 1.0;
  auto const after = net->forward(values, noise);
  CHECK(torch::allclose(after[0], out[0], 1e-13, 1e-13));
  CHECK_FALSE(torch::allclose(after[1][0], out[1][0], 1e-6, 1e-6));
}
