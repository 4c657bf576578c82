// SPDX-License-Identifier: MIT
/// @file
/// Means over the law of the masking time, without drawing.
#pragma once

#include <regula/objectives/detail/legendre.hpp>
#include <regula/objectives/t_laws.hpp>

#include <cstdint>

namespace regula {

/// E[g(t)] for t from the law after `step` finished updates, never below the floor: Gauss-Legendre over the uniform v.
///
/// Exact to rounding for polynomials of t below degree 128 under windows; t_mixture is summed by its parts, t_beta
/// (regula/objectives/t_beta.hpp) integrated over its density.
template <TLaw Law, class G>
[[nodiscard]] double mean_over(Law const& law, std::uint64_t step, double floor, G const& g) {
  static auto const nodes = detail::legendre_nodes(64);
  double sum              = 0;
  for (auto const& [place, weight] : nodes)
    sum += weight * g(law.floored(place, step, floor));
  return sum;
}

template <class G>
[[nodiscard]] double mean_over(t_mixture const& law, std::uint64_t step, double floor, G const& g) {
  return law.share * mean_over(law.first, step, floor, g) + (1 - law.share) * mean_over(law.second, step, floor, g);
}

}  // namespace regula
