// SPDX-License-Identifier: MIT
#include <regula/torch/network.hpp>

#include <doctest/doctest.h>

#include <memory>
#include <vector>

namespace rg = regula;
namespace lt = regula::libtorch;

namespace {

/// F(x, c) = 2 x + c, with layers so wide that only a few samples go through at once.
struct doubling final : torch::nn::Module {
  explicit doubling(std::int64_t width) : width_{width} {}
  [[nodiscard]] std::int64_t activations() const { return width_; }
  torch::Tensor forward(torch::Tensor const& values, torch::Tensor const& noise) {
    largest = std::max(largest, values.size(0));
    return values * 2 + noise.view({-1, 1, 1});
  }
  std::int64_t largest = 0;

 private:
  std::int64_t width_;
};

constexpr rg::data_shape shape{{1, 2}, 1, 2};
lt::placement const single{torch::kCPU, torch::kFloat32};
using network = lt::network<doubling, float>;
static_assert(rg::DenoiserNetwork<network>);

}  // namespace

TEST_CASE("samples go through in groups and come back in their places, each with its own noise feature") {
  auto const net = std::make_shared<doubling>(std::int64_t{1} << 19);  // 4 samples at once
  network const evaluated{net, shape, single};
  std::vector<float> values(22), noise(11), out(22);
  for (std::size_t i = 0; i < 22; ++i)
    values[i] = static_cast<float>(i);
  for (std::size_t i = 0; i < 11; ++i)
    noise[i] = 100 * static_cast<float>(i);
  evaluated.evaluate(values, noise, out);
  CHECK(net->largest == static_cast<std::int64_t>(evaluated.group_size()));
  CHECK(net->largest == 4);
  for (std::size_t i = 0; i < 22; ++i)
    CHECK(out[i] == 2 * values[i] + noise[i / 2]);

  evaluated.evaluate(values, std::span{noise}.subspan(1, 1), out);
  for (std::size_t i = 0; i < 22; ++i)
    CHECK(out[i] == 2 * values[i] + 100);
}

TEST_CASE("a layer wider than the limit still takes one sample at once") {
  auto const net = std::make_shared<doubling>(std::int64_t{1} << 40);
  CHECK(network{net, shape, single}.group_size() == 1);
}

TEST_CASE("sizes that do not fit are refused") {
  network const evaluated{std::make_shared<doubling>(8), shape, single};
  std::vector<float> const four(4), five(5), two(2), three(3);
  std::vector<float> out(4);
  CHECK_THROWS_WITH_AS(evaluated.evaluate(five, two, out),
                       "network::evaluate: expected values and output of n samples of 2 numbers, got 5 and 4",
                       rg::shape_error);
  CHECK_THROWS_WITH_AS(evaluated.evaluate(four, three, out),
                       "network::evaluate: expected 1 noise feature, or one for each of 2 samples, got 3",
                       rg::shape_error);
}
