// SPDX-License-Identifier: MIT
#include <regula/objectives/denoising.hpp>
#include <regula/pipeline/denoiser_view.hpp>
#include <regula/samplers/heun.hpp>

#include "support/affine_engine.hpp"
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace {

using regula::denoiser_view;
using regula::denoising;

/// F(x, noise) = 2 x + noise in double, and remembers how it was called.
struct recording_network {
  using real = double;

  std::vector<std::size_t> noise_features = {};

  void evaluate(regula::network_input<double> const& in, std::span<double> out) {
    noise_features.push_back(in.noise.size());
    for (std::size_t i = 0; i < in.values.size(); ++i)
      out[i] = 2 * in.values[i] + in.noise[0];
  }
};

struct network_without_real {
  void evaluate(regula::network_input<double> const&, std::span<double>) {}
};

static_assert(regula::Network<recording_network>);
static_assert(regula::Network<regula::test::affine_network>);
static_assert(!regula::Network<network_without_real> && !regula::Network<int>);
static_assert(regula::Denoises<denoiser_view<denoising<>, recording_network>, double>);
static_assert(regula::Denoises<denoiser_view<denoising<>, recording_network>, float>);

TEST_CASE("denoiser_view: D(x) = skip x + out F(in x, ln(sigma) / 4)") {
  denoising<> const objective{.sigma_data = 4};  // with sigma 3 the root is 5
  recording_network network;
  denoiser_view const denoise{objective, network};
  std::array const x{1.0, -2.0, 0.0};
  std::array<double, 3> out{};
  denoise(std::span<double const>{x}, 3.0, std::span<double>{out});
  for (std::size_t j = 0; j < 3; ++j)
    CHECK(out[j] == doctest::Approx(x[j] * 16 / 25 + 12.0 / 5 * (2 * x[j] / 5 + std::log(3.0) / 4)).epsilon(1e-14));
  CHECK(network.noise_features == std::vector<std::size_t>{1});
  CHECK(&denoise.encoding() == &objective.encoding);
}

TEST_CASE("denoiser_view: the state may be of another precision than the network") {
  denoising<> const objective;
  regula::test::affine_network network{.slope = 0.5F, .offset = -0.25F};
  denoiser_view const denoise{objective, network};
  std::array const fine{0.75, -1.5};
  std::array const coarse{0.75F, -1.5F};
  std::array<double, 2> out_fine{};
  std::array<float, 2> out_coarse{};
  denoise(std::span<double const>{fine}, 0.5, std::span<double>{out_fine});
  denoise(std::span<float const>{coarse}, 0.5, std::span<float>{out_coarse});
  auto const p = objective.precondition(0.5);
  for (std::size_t j = 0; j < 2; ++j) {
    double const exact = p.skip * fine[j] + p.out * (0.5 * p.in * fine[j] - 0.25);
    CHECK(std::abs(out_fine[j] - exact) < 1e-7);
    CHECK(std::abs(static_cast<double>(out_coarse[j]) - exact) < 2e-7);
  }
}

TEST_CASE("denoiser_view: at vanishing noise it hands x through, at vast noise it forgets x") {
  denoising<> const objective;
  recording_network network;
  denoiser_view const denoise{objective, network};
  std::array const x{0.8};
  std::array<double, 1> out{};
  denoise(std::span<double const>{x}, 1e-9, std::span<double>{out});
  CHECK(std::abs(out[0] - 0.8) < 1e-7);
  denoise(std::span<double const>{x}, 1e9, std::span<double>{out});
  CHECK(std::abs(out[0] - std::log(1e9) / 4) < 1e-7);  // F alone, of in x = 0
}

}  // namespace
