// SPDX-License-Identifier: MIT
/// @file
/// The native and the LibTorch engine on the same weights, batch and corruption: loss, gradients and outputs agree.
#pragma once

#include <regula/native.hpp>
#include <regula/testing/detail/golden_plan.hpp>
#include <regula/torch.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace regula::test {

/// L2 norm of the difference of two tensors, relative to the second; the key part of a qkv bias, whose gradient is 0 up
/// to rounding, is left out.
inline double relative_distance(std::string const& name, tensor const& a, tensor const& b) {
  auto const x = a.values<float>(), y = b.values<float>();
  REQUIRE(x.size() == y.size());
  bool const has_keys = name.ends_with("attention.qkv.bias");
  double apart = 0, norm = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (has_keys && i >= x.size() / 3 && i < 2 * x.size() / 3) continue;
    double const d = static_cast<double>(x[i]) - static_cast<double>(y[i]);
    apart += d * d;
    norm += static_cast<double>(y[i]) * static_cast<double>(y[i]);
  }
  return std::sqrt(apart / norm);
}

/// Compares the engines on `batch_size` samples of shape D with random weights that are zero nowhere.
template <size S, data_shape D>
void check_engines_agree(std::size_t batch_size, double sigma_data) {
  auto const plan = golden::detail::denoising_plan<dit<S>, D>(sigma_data);
  auto ours       = native{.threads = 2}.trainer(plan, settings{});
  auto reference  = torch_cpu{}.trainer(plan, settings{});

  auto specs = dit<S>::tensors(D);
  for (auto& spec : specs)
    spec.initial = initial_law::normal(spec.shape.size() == 2 ? 0.7 / std::sqrt(double(spec.shape[1])) : 0.2);
  auto const weights = draw_initial_weights(specs, 17);
  ours.load(weights);
  reference.load(weights);

  batch clean{D, batch_size, {}, std::vector<float>(batch_size * D.values())};
  stream rng{17, purpose::test, 0, 0};
  fill_normal(rng, std::span{clean.values});
  auto const corruption = corrupt(plan.objective, clean, {17, purpose::corruption, 0});

  double const loss = ours.gradient(clean, corruption), expected = reference.gradient(clean, corruption);
  CHECK(loss == doctest::Approx(expected).epsilon(1e-5));
  CHECK(ours.gradient_norm() == doctest::Approx(reference.gradient_norm()).epsilon(1e-4));
  auto const gradients = ours.gradients(), expected_gradients = reference.gradients();
  REQUIRE(gradients.size() == expected_gradients.size());
  for (auto const& [name, value] : expected_gradients) {
    CAPTURE(name);
    CHECK(relative_distance(name, gradients.at(name), value) < 1e-4);
  }

  std::vector<float> noise(batch_size), out(clean.values.size()), expected_out(out.size());
  fill_normal(rng, std::span{noise});
  ours.network(weights_kind::raw).evaluate({{}, clean.values, noise}, out);
  reference.network(weights_kind::raw).evaluate({{}, clean.values, noise}, expected_out);
  double largest = 0, apart = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    largest = std::max(largest, std::abs(static_cast<double>(expected_out[i])));
    apart   = std::max(apart, std::abs(static_cast<double>(out[i]) - static_cast<double>(expected_out[i])));
  }
  CHECK(apart < 1e-5 * largest);
}

}  // namespace regula::test
