// SPDX-License-Identifier: MIT
#include <regula/native/sample_source.hpp>

#include "support/native_nets.hpp"
#include <doctest/doctest.h>

#include <cstddef>
#include <span>

namespace {

struct without_loss {
  void read(std::size_t, regula::sample_input<float>&) const {}
};
struct without_const {
  void read(std::size_t, regula::sample_input<float>&) {}
  double loss(std::size_t, std::span<float const>, std::span<float>) { return 0; }
};

static_assert(regula::nn::SampleSource<regula::test::random_samples<float>, float>);
static_assert(regula::nn::SampleSource<regula::test::random_samples<double>, double>);
static_assert(!regula::nn::SampleSource<regula::test::random_samples<float>, double>);
static_assert(!regula::nn::SampleSource<without_loss, float>);
static_assert(!regula::nn::SampleSource<without_const, float>);  // several threads call it at once

TEST_CASE("the loss of random_samples has the gradient it states") {
  regula::test::random_samples<double> const s{2, 3, 1};
  double const output[]{0.1, -0.4, 0.9};
  double gradient[3];
  double const here = s.loss(1, output, gradient);
  double const there[]{0.1 + 1e-6, -0.4, 0.9};
  double ignored[3];
  CHECK((s.loss(1, there, ignored) - here) / 1e-6 == doctest::Approx(gradient[0]).epsilon(1e-4));
}

}  // namespace
