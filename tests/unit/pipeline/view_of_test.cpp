// SPDX-License-Identifier: MIT
#include <regula/objectives/denoising.hpp>
#include <regula/pipeline/view_of.hpp>

#include <doctest/doctest.h>

#include <concepts>
#include <span>

namespace {

using namespace regula;

struct network {
  using real = float;
  void evaluate(network_input<float> const& in, std::span<float> out) const {
    for (float& v : out)
      v = in.symbols.empty() ? 1.0F : 2.0F;
  }
};

/// An objective of symbols that needs the head H.
template <head H>
struct of_head : denoising<> {
  static constexpr head needs = H;
};

template <head H>
using view = decltype(view_of(of_head<H>{}, std::declval<network&>(), data_shape{}));

static_assert(std::same_as<view<head::denoiser>, denoiser_view<of_head<head::denoiser>, network>>);
static_assert(std::same_as<view<head::causal_logits>, causal_view<network>>);
static_assert(std::same_as<view<head::logits>, masked_view<network>>);
static_assert(std::same_as<view<head::timed_logits>, timed_view<network>>);
static_assert(std::same_as<view<head::predictions>, prediction_view<network>>);

TEST_CASE("view_of: the view evaluates the network it was made of") {
  network net;
  std::vector<double> out(2);
  view_of(of_head<head::predictions>{}, net, {{1, 2}, 1, 2})(std::vector<token>{0, 1}, out);
  CHECK(out == std::vector<double>{2, 2});
}

}  // namespace
