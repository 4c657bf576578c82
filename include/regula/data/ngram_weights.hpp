// SPDX-License-Identifier: MIT
/// @file
/// How much of a corpus is made of sequences of two, three, ... tokens that come back.
#pragma once

#include <regula/concepts/rule.hpp>
#include <regula/error.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace regula {

/// The share of n-grams of one order.
struct ngram_weight {
  std::size_t order        = 2;
  double weight            = 0;
  std::uint64_t kinds      = 0;  ///< different n-grams that were kept
  std::uint64_t places     = 0;  ///< where they stand
  std::uint64_t all_places = 0;  ///< where any n-gram of this order stands
};

/// Which n-grams are weighed, and by what.
struct ngram_criteria {
  std::size_t lowest  = 2;      ///< order
  std::size_t highest = 6;      ///< order
  std::uint64_t least = 5;      ///< an n-gram that stands in fewer places is left out
  bool by_kinds       = false;  ///< each different n-gram counts once; else each place does
};

namespace detail {

/// How many tokens two places of a text have in common, at most `limit`.
[[nodiscard]] inline std::size_t common_tokens(std::span<token const> text,
                                               std::size_t a,
                                               std::size_t b,
                                               std::size_t limit) {
  std::size_t n = 0;
  while (n < limit && std::max(a, b) + n < text.size() && text[a + n] == text[b + n])
    ++n;
  return n;
}

}  // namespace detail

/// The weights of all orders, which sum to 1; all 0 if no n-gram comes back often enough.
///
/// The paper drops n-grams seen fewer than 5 times and does not say whether places or kinds are counted.
/// Errors    throws range_error unless 1 <= lowest <= highest <= 64
/// Cost      memory of 8 bytes a token; N log N comparisons of at most `highest` tokens
/// Source    Huang and Mirzasoleiman 2026, arXiv:2601.22450, section F.4
[[nodiscard]] inline std::vector<ngram_weight> ngram_weights(std::span<token const> text,
                                                             ngram_criteria const& k = {}) {
  require(k.lowest >= 1 && k.lowest <= k.highest && k.highest <= 64,
          "ngram_weights: expected orders 1 <= lowest <= highest <= 64, got {} and {}",
          k.lowest,
          k.highest);
  std::vector<std::size_t> places(text.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  auto const from = [&](std::size_t place) { return text.subspan(place, std::min(k.highest, text.size() - place)); };
  std::ranges::sort(
      places, [&](std::size_t a, std::size_t b) { return std::ranges::lexicographical_compare(from(a), from(b)); });
  std::vector<ngram_weight> out;
  double sum = 0;
  for (std::size_t order = k.lowest; order <= k.highest; ++order) {
    ngram_weight found{.order = order, .all_places = text.size() >= order ? text.size() - order + 1 : 0};
    std::uint64_t run = 0;  // places of the n-gram at hand, which stand next to each other
    auto const close  = [&] {
      if (run > 0 && run >= k.least) found.places += run, ++found.kinds;
      run = 0;
    };
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (i > 0 && detail::common_tokens(text, places[i - 1], places[i], order) < order) close();
      if (places[i] + order <= text.size()) ++run;
    }
    close();
    found.weight = static_cast<double>(k.by_kinds ? found.kinds : found.places);
    sum += found.weight;
    out.push_back(found);
  }
  if (sum > 0)
    for (auto& found : out)
      found.weight /= sum;
  return out;
}

}  // namespace regula
