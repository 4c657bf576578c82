// SPDX-License-Identifier: MIT
/// @file
/// The samples of an evaluation that are boards of symbols, in an order that does not depend on theirs.
#pragma once

#include <regula/concepts/rule_refinements.hpp>
#include <regula/data/board_set.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace regula::detail {

/// The samples whose cells all hold symbols, by the order of their symbols. Shape of the result [m, D].
template <Rule R>
[[nodiscard]] std::vector<token> ordered_samples(board_set<R::cell_count> const& samples) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < samples.size(); ++i)
    if (in_alphabet<R>(samples[i])) order.push_back(i);
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return std::ranges::lexicographical_compare(samples[a], samples[b]);
  });
  std::vector<token> out;
  for (std::size_t const i : order)
    out.insert(out.end(), samples[i].begin(), samples[i].end());
  return out;
}

}  // namespace regula::detail
