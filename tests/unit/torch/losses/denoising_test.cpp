// SPDX-License-Identifier: MIT
#include <regula/torch/losses/denoising.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

namespace rg = regula;
namespace lt = regula::libtorch;

namespace {

lt::placement const twice{torch::kCPU, torch::kFloat64};
constexpr rg::data_shape shape{{1, 3}, 2, 2};

/// F(x, c) = a x + c: a network whose loss and derivative can be written down.
struct affine {
  torch::Tensor a = torch::full({1}, 0.7, torch::kFloat64).requires_grad_();
  torch::Tensor forward(torch::Tensor const& values, torch::Tensor const& noise) const {
    return a * values + noise.view({-1, 1, 1});
  }
};

rg::batch const clean{shape, 2, {}, {1, -1, 1, 1, -1, -1, -1, 1, 1, -1, 1, -1}};
rg::gaussian_corruption const corruption{{0.5F, 3.0F}, {0.25F, -1, 0.5F, 2, -0.125F, 0, 1, 1, -2, 0.75F, 0.5F, -0.5F}};

/// Loss of sample i and its derivative by a, from the formula in models of a scalar at a time.
std::pair<double, double> by_hand(std::size_t i, double sd, bool weighted, double a) {
  double const s = static_cast<double>(corruption.sigma[i]), total = s * s + sd * sd;
  double loss = 0, slope = 0;
  for (std::size_t j = 6 * i; j < 6 * i + 6; ++j) {
    double const y = static_cast<double>(clean.values[j]), x = y + s * static_cast<double>(corruption.noise[j]);
    double const input = x / std::sqrt(total), raw = a * input + std::log(s) / 4;
    double const error = sd * sd / total * x + s * sd / std::sqrt(total) * raw - y;
    loss += error * error / 6;
    slope += 2 * error * s * sd / std::sqrt(total) * input / 6;
  }
  double const weight = weighted ? total / (s * sd * s * sd) : 1;
  return {weight * loss, weight * slope};
}

}  // namespace

TEST_CASE("losses and gradient of an affine network are those of the formula") {
  for (auto const weighting : {rg::noise_weighting::edm, rg::noise_weighting::none})
    for (double const sd : {1.0, 0.408}) {
      affine net;
      rg::denoising<> const objective{.sigma_data = sd, .weighting = weighting};
      auto const losses = lt::losses(objective, net, clean, corruption, twice);
      REQUIRE(losses.sizes() == torch::IntArrayRef{2});
      double slope = 0;
      for (std::size_t i = 0; i < 2; ++i) {
        auto const [loss, by_a] = by_hand(i, sd, weighting == rg::noise_weighting::edm, 0.7);
        CHECK(losses[static_cast<std::int64_t>(i)].item<double>() == doctest::Approx(loss).epsilon(1e-13));
        slope += by_a / 2;
      }
      auto const gradient = torch::autograd::grad({losses.mean()}, {net.a})[0];
      CHECK(gradient.item<double>() == doctest::Approx(slope).epsilon(1e-13));
    }
}

TEST_CASE("the tensor form and the core's loss agree, value and derivative by the output") {
  rg::denoising<> const objective{.sigma_data = 0.6};
  struct given_output {
    torch::Tensor output = torch::linspace(-1, 1, 12, torch::kFloat64).view({2, 3, 2}).requires_grad_();
    torch::Tensor forward(torch::Tensor const&, torch::Tensor const&) const { return output; }
  } net;
  auto const losses   = lt::losses(objective, net, clean, corruption, twice);
  auto const gradient = torch::autograd::grad({losses.sum()}, {net.output})[0].contiguous();
  std::vector<double> const output(net.output.const_data_ptr<double>(), net.output.const_data_ptr<double>() + 12);
  for (std::size_t i = 0; i < 2; ++i) {
    std::vector<double> slope(6);
    double const loss = objective.loss(
        std::span<double const>{output}.subspan(6 * i, 6), clean, corruption, i, std::span<double>{slope});
    CHECK(losses[static_cast<std::int64_t>(i)].item<double>() == doctest::Approx(loss).epsilon(1e-13));
    for (std::size_t j = 0; j < 6; ++j)
      CHECK(gradient.const_data_ptr<double>()[6 * i + j] == doctest::Approx(slope[j]).epsilon(1e-13));
  }
}

TEST_CASE("a corruption of another size is refused") {
  affine net;
  auto shorter = corruption;
  shorter.sigma.pop_back();
  CHECK_THROWS_AS((void)lt::losses(rg::denoising<>{}, net, clean, shorter, twice), regula::shape_error);
  shorter = corruption;
  shorter.noise.pop_back();
  CHECK_THROWS_AS((void)lt::losses(rg::denoising<>{}, net, clean, shorter, twice), regula::shape_error);
}
