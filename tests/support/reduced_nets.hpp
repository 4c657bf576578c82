// SPDX-License-Identifier: MIT
/// @file
/// Reduced networks with drawn weights, and all masked boards of a small k-parity.
#pragma once

#include <regula/io/named_tensors.hpp>
#include <regula/models/reduced_features.hpp>
#include <regula/probes/energy_sums.hpp>
#include <regula/random/draws.hpp>
#include <regula/random/stream.hpp>
#include <regula/rules/k_parity.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace regula::test {

inline k_parity<4, 2> const small_parity{{0, 2}};

/// Tensors of a reduced network of 5 cells, all standard normal.
inline named_tensors drawn_net(std::size_t units, std::uint64_t seed, bool attention = false, bool bias = false) {
  stream rng{seed, purpose::test, 0, 0};
  auto const drawn = [&](std::size_t n) {
    std::vector<double> out(n);
    for (double& v : out)
      v = normal(rng);
    return out;
  };
  named_tensors weights;
  weights.add("hidden.weight", tensor{{units, 15}, drawn(units * 15)});
  weights.add("out.weight", tensor{{1, units}, drawn(units)});
  if (bias) weights.add("hidden.bias", tensor{{units}, drawn(units)});
  if (attention) weights.add("attention.weight", tensor{{15, 15}, drawn(225)});
  return weights;
}

/// Calls f(board, visible, probability, 1/t) for all boards of the rule under all masks at t = 1/4.
template <class F>
void for_each_masked(F const& f) {
  for (unsigned bits = 0; bits < 32; ++bits) {
    std::array<token, 5> board;
    for (std::size_t j = 0; j < 5; ++j)
      board[j] = token(bits >> j & 1U);
    if (!small_parity.holds(board)) continue;
    for (unsigned mask = 0; mask < 32; ++mask) {
      auto visible = board;
      double p     = 1.0 / 16;
      for (std::size_t j = 0; j < 5; ++j) {
        bool const hide = (mask >> j & 1U) != 0;
        p *= hide ? 0.25 : 0.75;
        if (hide) visible[j] = no_token;
      }
      f(board, visible, p, 4.0);
    }
  }
}

/// E(W) at t = 1/4, summed over all of them.
inline energy_estimate exact_energy(reduced_features const& net) {
  energy_sums sums{net.units()};
  auto const in_secret = secret_cells(small_parity);
  for_each_masked([&](auto const& board, auto const& visible, double p, double inverse_t) {
    sums.add(net, board, visible, in_secret, p, inverse_t);
  });
  return sums.estimate();
}

}  // namespace regula::test
