// SPDX-License-Identifier: MIT
/// @file
/// Checks that hold for every native net: the gradient of a batch is the derivative of its loss, and any number of
/// threads gives the same bits.
#pragma once

#include <regula/native/trainer.hpp>
#include <regula/testing/gradient.hpp>

#include "support/native_nets.hpp"
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace regula::test {

/// The gradient of a batch against differences of its loss, some entries of every tensor.
template <class Net, class Samples>
void check_net_gradient(std::size_t batch, Samples const& samples, stream_family const* dropout = nullptr) {
  nn::trainer<Net> t{2};
  randomize(t.parameters(), 1);
  t.gradient(batch, samples, dropout);

  std::vector<double> numbers, gradient;
  std::vector<std::pair<nn::tensor_place const*, std::size_t>> chosen;
  for (auto const& p : t.parameters().tensors()) {
    std::vector<double> w(p.element_count()), g(p.element_count());
    t.parameters().read(nn::parameter_array::weights, p, std::span{w});
    t.parameters().read(nn::parameter_array::gradient, p, std::span{g});
    for (std::size_t i = 0; i < w.size(); i += 1 + w.size() / 9) {
      chosen.push_back({&p, i});
      numbers.push_back(w[i]), gradient.push_back(g[i]);
    }
  }
  auto const loss = [&] {
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      auto const& [place, at] = chosen[i];
      std::vector<double> w(place->element_count());
      t.parameters().read(nn::parameter_array::weights, *place, std::span{w});
      w[at] = numbers[i];
      t.parameters().write(nn::parameter_array::weights, *place, std::span<double const>{w});
    }
    t.parameters().transpose_all();
    return t.gradient(batch, samples, dropout);
  };
  CHECK(testing::compare_gradient(loss, numbers, gradient).largest < 1e-8);
}

/// Weights and their average after four steps with dropout, from the same start.
template <class Net, class Samples>
std::vector<typename Net::real> trained_weights(std::size_t threads, std::size_t batch, Samples const& samples) {
  nn::trainer<Net> t{threads};
  randomize(t.parameters(), 3);
  for (std::size_t n = 0; n < 4; ++n) {
    stream_family const dropout{3, purpose::dropout, n};
    t.gradient(batch, samples, &dropout);
    t.update({.optimizer = adamw{}, .rate = 1e-2, .clip = 0.5, .ema = 0.9, .n = n});
  }
  auto const weights = t.parameters().array_of(nn::parameter_array::weights);
  auto const average = t.parameters().array_of(nn::parameter_array::average);
  std::vector<typename Net::real> all{weights.begin(), weights.end()};
  all.insert(all.end(), average.begin(), average.end());
  return all;
}

/// The same bits on 1, 2, 3 and 5 threads.
template <class Net, class Samples>
void check_same_bits(std::size_t batch, Samples const& samples) {
  auto const one = trained_weights<Net>(1, batch, samples);
  for (std::size_t const threads : {2U, 3U, 5U})
    CHECK(trained_weights<Net>(threads, batch, samples) == one);
}

}  // namespace regula::test
