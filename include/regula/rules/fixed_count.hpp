// SPDX-License-Identifier: MIT
/// @file
/// Runs of two-symbol cells with a given number of symbols 1: judging one and drawing one uniformly.
#pragma once

#include <regula/concepts/rule.hpp>
#include <regula/random/draws.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>

namespace regula {

/// How many cells of a run hold the symbol s.
[[nodiscard]] constexpr std::size_t count_symbol(std::span<token const> run, token s) noexcept {
  return static_cast<std::size_t>(std::ranges::count(run, s));
}

/// True if exactly k cells hold symbol 1 and all others symbol 0; any other symbol makes it false.
[[nodiscard]] constexpr bool has_count(std::span<token const> run, std::size_t k) noexcept {
  return count_symbol(run, 1) == k && count_symbol(run, 0) + k == run.size();
}

/// What `count_ones` says of a run with a symbol that is neither 0 nor 1.
inline constexpr std::size_t not_counted = std::numeric_limits<std::size_t>::max();

/// How many cells of a run of two symbols hold symbol 1; `not_counted` if another symbol is among them.
[[nodiscard]] constexpr std::size_t count_ones(std::span<token const> run) noexcept {
  std::size_t const ones = count_symbol(run, 1);
  return has_count(run, ones) ? ones : not_counted;
}

/// Fills the run with exactly k symbols 1, every arrangement equally likely (selection sampling, one pick a cell).
///
/// Requires  k <= run.size()
constexpr void draw_count(auto& rng, std::span<token> run, std::size_t k) {
  std::size_t wanted = k;
  for (std::size_t i = 0; i < run.size(); ++i) {
    bool const chosen = pick(rng, run.size() - i) < wanted;  // wanted of the remaining cells are still to be chosen
    run[i]            = chosen ? 1 : 0;
    wanted -= chosen ? 1 : 0;
  }
}

}  // namespace regula
