// SPDX-License-Identifier: MIT
/// @file
/// The native and the LibTorch engine on the same weights, batch and corruption: loss, gradients and outputs agree.
#pragma once

#include <regula/native.hpp>
#include <regula/testing/detail/golden_compare.hpp>
#include <regula/testing/detail/golden_plan.hpp>
#include <regula/torch.hpp>

#include <doctest/doctest.h>

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

/// Weights of a model that are zero nowhere; the scales of norms are around one.
template <Model M>
named_tensors scattered_weights(data_shape shape) {
  auto specs = M::tensors(shape);
  for (auto& spec : specs)
    spec.initial = initial_law::normal(spec.shape.size() == 2 ? 0.7 / std::sqrt(double(spec.shape[1])) : 0.2);
  auto weights = draw_initial_weights(specs, 17);
  for (auto const& spec : M::tensors(shape))
    if (spec.initial.law == initial_law::kind::constant && spec.initial.scale == 1)
      for (float& w : weights.at(spec.name).template values<float>())
        w += 1;
  return weights;
}

/// Compares the engines under an objective on `batch_size` samples of shape D with weights that are zero nowhere: loss
/// to 1e-5, each gradient to 1e-4, the network's output to 1e-5.
template <Model M, data_shape D, Objective O>
void check_engines_agree(O const& objective, batch clean) {
  CAPTURE(clean.size);
  auto const plan    = compose(golden::detail::all_boards<D>{}, M{}, objective);
  auto ours          = native{.threads = 2}.trainer(plan, settings{});
  auto reference     = torch_cpu{}.trainer(plan, settings{});
  auto const weights = scattered_weights<M>(D);
  ours.load(weights);
  reference.load(weights);
  auto const corruption = corrupt(objective, clean, {17, purpose::corruption, 0});

  double const loss = ours.gradient(clean, corruption), expected = reference.gradient(clean, corruption);
  CHECK(std::abs(expected) > 0);
  CHECK(loss == doctest::Approx(expected).epsilon(1e-5));
  CHECK(ours.gradient_norm() == doctest::Approx(reference.gradient_norm()).epsilon(1e-4));
  auto const gradients = ours.gradients(), expected_gradients = reference.gradients();
  REQUIRE(gradients.size() == expected_gradients.size());
  for (auto const& [name, value] : expected_gradients) {
    CAPTURE(name);
    CHECK(relative_distance(name, gradients.at(name), value) < 1e-4);
  }

  golden::detail::training_case<O> const given{clean, corruption};
  auto const out          = golden::detail::output_of(objective, given, ours.network(weights_kind::raw));
  auto const expected_out = golden::detail::output_of(objective, given, reference.network(weights_kind::raw));
  CHECK(golden::detail::largest(golden::detail::difference(out, expected_out)) <
        1e-5 * golden::detail::largest(expected_out));
}

/// `batch_size` boards of random symbols.
template <data_shape D>
batch random_boards(std::size_t batch_size) {
  batch out{D, batch_size, std::vector<token>(batch_size * D.cells()), {}};
  stream rng{17, purpose::test, 0, 0};
  for (token& t : out.boards)
    t = pick(rng, D.alphabet);
  return out;
}

/// The same on boards of random symbols, encoded if the objective does so.
template <Model M, data_shape D, Objective O>
void check_engines_agree(O objective, std::size_t batch_size) {
  batch clean = random_boards<D>(batch_size);
  if constexpr (requires { objective.train_on(clean.boards, D); })
    objective.train_on(random_boards<D>(batch_size + 4).boards, D);
  objective.encode(clean);
  check_engines_agree<M, D>(objective, clean);
}

/// The dit on real values that encode no symbols.
template <size S, data_shape D>
void check_engines_agree(std::size_t batch_size, double sigma_data) {
  batch clean{D, batch_size, {}, std::vector<float>(batch_size * D.values())};
  stream rng{17, purpose::test, 0, 0};
  fill_normal(rng, std::span{clean.values});
  check_engines_agree<dit<S>, D>(denoising<golden::detail::given_values<D.channels>>{.sigma_data = sigma_data}, clean);
}

}  // namespace regula::test
