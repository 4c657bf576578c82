// SPDX-License-Identifier: MIT
/// @file
/// The loss of an objective on tensors against the objective's own: values, and derivatives by the network's output.
#pragma once

#include <regula/concepts/objective.hpp>
#include <regula/torch/convert.hpp>
#include <regula/torch/detail/torch.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <span>
#include <vector>

namespace regula::test {

inline libtorch::placement const in_double{torch::kCPU, torch::kFloat64};

/// A network that returns a given output and keeps what it was given.
struct given_output {
  torch::Tensor output;
  torch::Tensor input = {}, noise = {};

  torch::Tensor forward(torch::Tensor const& x) {
    input = x;
    return output;
  }
  torch::Tensor forward(torch::Tensor const& x, torch::Tensor const& level) {
    noise = level;
    return forward(x);
  }
};

/// Symbols of a batch that are all there, n boards of one row.
inline batch some_boards(std::size_t n, std::size_t cells, token alphabet) {
  batch out{{{1, cells}, 1, alphabet}, n, {}, {}};
  for (std::size_t j = 0; j < n * cells; ++j)
    out.boards.push_back(static_cast<token>((7 * j + j * j / 3 + 2) % alphabet));
  return out;
}

/// Compares at outputs of a few units, and returns the network so that a test can look at what it read.
template <Objective O>
given_output check_losses_agree(O const& objective, batch const& clean, typename O::corruption const& corruption) {
  std::size_t const each = clean.shape.cells() * output_channels(O::needs, clean.shape);
  auto const numbers     = static_cast<std::int64_t>(clean.size * each);
  std::vector<std::int64_t> shape{static_cast<std::int64_t>(clean.size),
                                  static_cast<std::int64_t>(clean.shape.cells())};
  if (O::needs != head::predictions) shape.push_back(static_cast<std::int64_t>(output_channels(O::needs, clean.shape)));
  given_output net{(torch::arange(numbers, torch::kFloat64) * 0.7).sin().mul(2).view(shape).requires_grad_()};
  auto const found = losses(objective, net, clean, corruption, in_double);
  REQUIRE(found.sizes() == torch::IntArrayRef{static_cast<std::int64_t>(clean.size)});
  auto const gradient = torch::autograd::grad({found.sum()}, {net.output})[0].contiguous();
  std::span<double const> const output{net.output.template const_data_ptr<double>(), clean.size * each};
  for (std::size_t i = 0; i < clean.size; ++i) {
    CAPTURE(i);
    std::vector<double> slope(each);
    double const loss = objective.loss(output.subspan(i * each, each), clean, corruption, i, std::span<double>{slope});
    CHECK(found[static_cast<std::int64_t>(i)].template item<double>() == doctest::Approx(loss).epsilon(1e-11));
    for (std::size_t j = 0; j < each; ++j)
      CHECK(gradient.template const_data_ptr<double>()[i * each + j] == doctest::Approx(slope[j]).epsilon(1e-9));
  }
  return net;
}

}  // namespace regula::test
