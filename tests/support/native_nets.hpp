// SPDX-License-Identifier: MIT
/// @file
/// Small native nets with random weights, and batches of random samples with a smooth loss.
#pragma once

#include <regula/native/nets/dit.hpp>
#include <regula/native/parameter_store.hpp>

#include "support/native_rows.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace regula::test {

/// Gives every parameter of a store a random value: none starts at zero, so every tensor has a gradient.
template <class Store>
void randomize(Store& store, std::uint64_t seed, double scale = 0.3) {
  random_numbers draw{seed};
  for (auto const& t : store.tensors()) {
    std::vector<double> values(t.element_count());
    for (double& v : values)
      v = draw(scale);
    store.write(nn::parameter_array::weights, t, std::span<double const>{values});
  }
  store.transpose_all();
}

/// Samples of random inputs and noise features; the loss of a sample is half the squared distance to random targets.
template <class Real>
struct random_samples {
  random_samples(std::size_t n, std::size_t values, std::uint64_t seed) : size{values} {
    random_numbers draw{seed};
    for (std::size_t i = 0; i < n; ++i)
      noise.push_back(Real(draw(2)));
    for (std::size_t i = 0; i < n * values; ++i)
      inputs.push_back(Real(draw())), targets.push_back(Real(draw()));
  }

  void read(std::size_t i, sample_input<Real>& in) const {
    for (std::size_t j = 0; j < size; ++j)
      in.values[j] = inputs[i * size + j];
    in.noise = noise[i];
  }

  double loss(std::size_t i, std::span<Real const> output, std::span<Real> gradient) const {
    double sum = 0;
    for (std::size_t j = 0; j < size; ++j) {
      gradient[j] = output[j] - targets[i * size + j];
      sum += 0.5 * double(gradient[j]) * double(gradient[j]);
    }
    return sum;
  }

  std::size_t size;
  std::vector<Real> noise, inputs, targets;
};

}  // namespace regula::test
