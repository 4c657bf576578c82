// SPDX-License-Identifier: MIT
#include <regula/native.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace rg = regula;

namespace {

using small_dit = rg::dit<rg::size{.width = 16, .depth = 1, .heads = 2}>;

auto trainer_with_random_weights(int threads) {
  auto const plan = rg::compose(rg::group_parity<12, 3>{}, small_dit{}, rg::denoising{});
  auto trainer    = rg::native{.threads = threads}.trainer(plan, {.ema = 0.5});
  auto specs      = small_dit::tensors(plan.shape());
  for (auto& spec : specs)
    spec.initial = rg::initial_law::normal(0.3);  // the start is zero in places
  trainer.load(rg::draw_initial_weights(specs, 5));
  return trainer;
}

std::vector<float> numbers(std::size_t n, std::uint64_t index) {
  std::vector<float> out(n);
  rg::stream rng{1, rg::purpose::test, 0, index};
  rg::fill_normal(rng, std::span{out});
  return out;
}

}  // namespace

TEST_CASE("a sample's output depends on itself only: not on the others, nor on threads, nor on how noise is given") {
  static_assert(
      rg::Network<std::remove_cvref_t<decltype(trainer_with_random_weights(1).network(rg::weights_kind::raw))> const>);
  std::size_t const n = 70;  // more than are evaluated at once with a noise level each
  auto const x        = numbers(n * 12, 0);
  auto const noise    = numbers(n, 1);
  auto one            = trainer_with_random_weights(1);
  auto three          = trainer_with_random_weights(3);
  std::vector<float> together(n * 12), on_three(n * 12), alone(12);
  one.network(rg::weights_kind::raw).evaluate({{}, x, noise}, together);
  three.network(rg::weights_kind::raw).evaluate({{}, x, noise}, on_three);
  CHECK(together == on_three);
  for (std::size_t i = 0; i < n; ++i) {
    CAPTURE(i);
    one.network(rg::weights_kind::raw)
        .evaluate({{}, std::span{x}.subspan(i * 12, 12), std::span{noise}.subspan(i, 1)}, alone);
    CHECK(std::ranges::equal(alone, std::span{together}.subspan(i * 12, 12)));
  }
}

TEST_CASE("the averaged network is another one as soon as the weights have moved") {
  auto trainer = trainer_with_random_weights(1);
  rg::batch const clean{{{3, 4}, 1, 2}, 4, {}, numbers(4 * 12, 2)};
  rg::gaussian_corruption const corruption{{0.5F, 1, 2, 4}, numbers(4 * 12, 3)};
  auto const output = [&](rg::weights_kind which) {
    std::vector<float> out(12);
    auto const x = numbers(12, 4), noise = numbers(1, 5);
    trainer.network(which).evaluate({{}, x, noise}, out);
    return out;
  };
  CHECK(output(rg::weights_kind::raw) == output(rg::weights_kind::average));
  (void)trainer.gradient(clean, corruption);
  trainer.apply(0);
  CHECK(output(rg::weights_kind::raw) != output(rg::weights_kind::average));
}

TEST_CASE("sizes that do not fit are refused") {
  auto trainer        = trainer_with_random_weights(1);
  auto const& network = trainer.network(rg::weights_kind::raw);
  std::vector<float> const x(24), noise(2);
  std::vector<float> out(24);
  CHECK_THROWS_AS(network.evaluate({{}, std::span{x}.first(23), noise}, out), rg::shape_error);
  CHECK_THROWS_AS(network.evaluate({{}, x, noise}, std::span{out}.first(12)), rg::shape_error);
  CHECK_THROWS_AS(network.evaluate({{}, std::span{x}.first(12), noise}, std::span{out}.first(12)), rg::shape_error);
}
