// SPDX-License-Identifier: MIT
#include <regula/objectives/denoising.hpp>
#include <regula/oracles/model_of.hpp>
#include <regula/oracles/population.hpp>
#include <regula/rules/all.hpp>

#include <doctest/doctest.h>

#include <array>
#include <concepts>
#include <span>

namespace {

using namespace regula;

template <head H>
struct of_head : denoising<> {
  static constexpr head needs = H;
};

using oracle = population<exact_k<4, 2>>;

template <head H>
using view = decltype(model_of(of_head<H>{}, std::declval<oracle const&>()));

static_assert(std::same_as<view<head::denoiser>, oracle_denoiser<oracle, pm1>>);
static_assert(std::same_as<view<head::causal_logits>, oracle_causal_view<oracle>>);
static_assert(std::same_as<view<head::logits>, oracle_masked_view<oracle>>);
static_assert(std::same_as<view<head::timed_logits>, oracle_redrawn_view<oracle>>);

TEST_CASE("model_of: a value that needs neither the objective nor the oracle any more") {
  auto const denoise = [] { return model_of(denoising{}, population{exact_k<4, 2>{}}); }();
  std::array const x{9.0, 9.0, -9.0, -9.0};
  std::array<double, 4> out;
  denoise(std::span<double const>{x}, 0.5, std::span<double>{out});
  CHECK(out[0] == doctest::Approx(1));
  CHECK(out[3] == doctest::Approx(-1));
}

}  // namespace
