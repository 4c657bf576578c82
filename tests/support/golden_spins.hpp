// SPDX-License-Identifier: MIT
/// @file
/// Memories of spins of tests/golden/memory.json, and random patterns.
#pragma once

#include <regula/random/draws.hpp>
#include <regula/random/stream.hpp>
#include <regula/spins/couplings.hpp>

#include "support/golden_memory.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace regula::test {

/// The numbers of a table, row by row.
inline std::vector<double> flat(json const& rows) {
  std::vector<double> out;
  for (auto const& row : rows)
    for (auto const& v : row)
      out.push_back(v.get<double>());
  return out;
}

inline spin_couplings golden_couplings(json const& entry) {
  return {entry.at("weights").size(), flat(entry.at("weights"))};
}

/// Patterns [count, spins] of -1 and +1.
inline std::vector<double> random_patterns(std::size_t count, std::size_t spins, std::uint64_t seed) {
  std::vector<double> out(count * spins);
  stream rng{seed, purpose::test, 0, 0};
  for (double& s : out)
    s = pick(rng, 2) == 1 ? 1 : -1;
  return out;
}

}  // namespace regula::test
