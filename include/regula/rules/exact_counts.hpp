// SPDX-License-Identifier: MIT
/// @file
/// Exact conditionals of an automaton as ratios of whole numbers, usable at compile time.
#pragma once

#include <regula/concepts/exact_rule.hpp>
#include <regula/concepts/rule.hpp>
#include <regula/detail/automaton_passes.hpp>
#include <regula/error.hpp>
#include <regula/rules/automaton.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace regula {

/// How many boards agree with what is visible, and how many of these hold which symbol in which cell.
template <std::size_t D, token V>
struct symbol_counts {
  std::uint64_t boards = 0;
  std::array<std::array<std::uint64_t, V>, D> of{};  ///< [cell][symbol]; each cell's counts sum to `boards`

  /// The probability of the symbol in the cell given what is visible, where all boards are equally likely. NaN if no
  /// board agrees.
  [[nodiscard]] constexpr double share(std::size_t cell, token symbol) const {
    if (boards == 0) return std::numeric_limits<double>::quiet_NaN();
    return static_cast<double>(of[cell][symbol]) / static_cast<double>(boards);
  }

  friend constexpr bool operator==(symbol_counts const&, symbol_counts const&) = default;
};

namespace detail {

/// The counts of completions where cell i holds x[i], or anything if it is hidden.
template <Automaton A>
[[nodiscard]] constexpr std::vector<checked_count> completions_of(A const& a, cells<A::cell_count> x) {
  return completions<checked_count>(a, [&](std::size_t i, token v) { return x[i] == no_token || x[i] == v; });
}

}  // namespace detail

/// The number of boards that agree with the visible cells of x; nothing where it does not fit 64 bits. Usable at
/// compile time, as is everything here.
template <Automaton A>
[[nodiscard]] constexpr std::optional<std::uint64_t> count_boards(A const& a, cells<A::cell_count> visible) {
  auto const n = detail::completions_of(a, visible)[a.start()];
  return n.fits ? std::optional{n.value} : std::nullopt;
}

/// The boards that agree with the visible cells by cell and symbol; nothing where their number does not fit 64 bits.
///
/// `static_assert(count_symbols(group_parity<6, 3>{}, x)->of[2][1] == 4)` says that 4 of the boards have symbol 1 in
/// cell 2. Weights are not looked at: each board counts once.
/// Shapes    visible [D], hidden cells are `no_token`
template <Automaton A>
[[nodiscard]] constexpr std::optional<symbol_counts<A::cell_count, A::alphabet>> count_symbols(
    A const& a, cells<A::cell_count> visible) {
  constexpr std::size_t D = A::cell_count, S = A::state_count;
  auto const behind = detail::completions_of(a, visible);
  if (!behind[a.start()].fits) return std::nullopt;
  symbol_counts<D, A::alphabet> out;
  out.boards = behind[a.start()].value;
  std::vector<std::uint64_t> before(S, 0), after(S, 0);  // ways to a state that go on to an accepted board: they fit
  before[a.start()] = 1;
  for (std::size_t i = 0; i < D; ++i) {
    after.assign(S, 0);
    for (std::size_t s = 0; s < S; ++s) {
      if (before[s] == 0) continue;
      for (token v = 0; v < A::alphabet; ++v) {
        if (visible[i] != no_token && visible[i] != v) continue;
        std::size_t const next = a.step(i, s, v);
        if (next == no_state || behind[(i + 1) * S + next].value == 0) continue;
        out.of[i][v] += before[s] * behind[(i + 1) * S + next].value;
        after[next] += before[s];
      }
    }
    before.swap(after);
  }
  return out;
}

/// Board number `place` of those that agree with the visible cells, in lexicographic order.
///
/// Requires  place is below their number, and that fits 64 bits
/// Errors    throws range_error if it is not; at compile time the error is that an exception is thrown
template <Automaton A>
[[nodiscard]] constexpr std::array<token, A::cell_count> board_at(A const& a,
                                                                  std::uint64_t place,
                                                                  cells<A::cell_count> visible) {
  constexpr std::size_t D = A::cell_count, S = A::state_count;
  auto const behind = detail::completions_of(a, visible);
  auto const all    = behind[a.start()];
  if (!all.fits || place >= all.value)
    throw range_error(all.fits ? "board_at: expected a place below the number of boards"
                               : "board_at: expected boards whose number fits 64 bits");
  std::array<token, D> out{};
  std::size_t state = a.start();
  for (std::size_t i = 0; i < D; ++i)
    for (token v = 0; v < A::alphabet; ++v) {
      if (visible[i] != no_token && visible[i] != v) continue;
      std::size_t const next    = a.step(i, state, v);
      std::uint64_t const below = next == no_state ? 0 : behind[(i + 1) * S + next].value;
      if (place < below) {
        out[i] = v;
        state  = next;
        break;
      }
      place -= below;
    }
  return out;
}

/// Board number `place` of all.
template <Automaton A>
[[nodiscard]] constexpr std::array<token, A::cell_count> board_at(A const& a, std::uint64_t place) {
  return board_at(a, place, detail::hidden_cells<A::cell_count>());
}

}  // namespace regula
