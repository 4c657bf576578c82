// SPDX-License-Identifier: MIT
/// @file
/// Batches of random sequences for native nets that read symbols, with a smooth loss of the output.
#pragma once

#include <regula/concepts/network_input.hpp>

#include "support/native_rows.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace regula::test {

/// Sequences of `cells` symbols below `alphabet`, a third of them hidden if `hides`; the loss of a sample is half the
/// squared distance of the `outputs` numbers of the net to random targets.
template <class Real>
struct symbol_samples {
  symbol_samples(std::size_t n, std::size_t cells, token alphabet, bool hides, std::size_t outputs, std::uint64_t seed)
      : cell_count{cells}, output_count{outputs} {
    random_numbers draw{seed};
    for (std::size_t i = 0; i < n * cells; ++i) {
      bool const is_hidden = draw() < -1.0 / 3;
      auto const symbol    = static_cast<token>((draw() + 1) / 2 * alphabet);
      symbols.push_back(hides && is_hidden ? no_token : symbol);
    }
    for (std::size_t i = 0; i < n * outputs; ++i)
      targets.push_back(Real(draw()));
  }

  void read(std::size_t i, sample_input<Real>& in) const {
    for (std::size_t t = 0; t < cell_count; ++t)
      in.symbols[t] = symbols[i * cell_count + t];
  }

  double loss(std::size_t i, std::span<Real const> output, std::span<Real> gradient) const {
    double sum = 0;
    for (std::size_t j = 0; j < output_count; ++j) {
      gradient[j] = output[j] - targets[i * output_count + j];
      sum += 0.5 * double(gradient[j]) * double(gradient[j]);
    }
    return sum;
  }

  std::size_t cell_count, output_count;
  std::vector<token> symbols;  // [n, cells]
  std::vector<Real> targets;   // [n, outputs]
};

}  // namespace regula::test
