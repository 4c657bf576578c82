// SPDX-License-Identifier: MIT
/// @file
/// Passes over the cells of an automaton: how many boards, or how much of a measure, lie behind every state.
#pragma once

#include <regula/concepts/exact_rule.hpp>
#include <regula/detail/scaled.hpp>
#include <regula/detail/type_name.hpp>
#include <regula/error.hpp>
#include <regula/random/draws.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace regula::detail {

/// A count that knows when it no longer fits 64 bits.
struct checked_count {
  std::uint64_t value = 0;
  bool fits           = true;

  constexpr checked_count() = default;
  constexpr explicit checked_count(int n) : value{static_cast<std::uint64_t>(n)} {}

  constexpr checked_count& operator+=(checked_count b) {
    value += b.value;
    fits = fits && b.fits && value >= b.value;
    return *this;
  }
};

/// Every symbol in every cell.
struct any_symbol {
  constexpr bool operator()(std::size_t, token) const { return true; }
};

/// A board of which nothing is known.
template <std::size_t D>
[[nodiscard]] constexpr std::array<token, D> hidden_cells() {
  std::array<token, D> board{};
  board.fill(no_token);
  return board;
}

/// [(cell_count + 1) * state_count]: at [i][s], how many ways cells i, i + 1, ... go from state s to acceptance when
/// cell i may hold the symbols v with may_be(i, v). Number: anything that counts and adds.
template <class Number, Automaton A, class MayBe = any_symbol>
[[nodiscard]] constexpr std::vector<Number> completions(A const& a, MayBe const& may_be = {}) {
  constexpr std::size_t D = A::cell_count, S = A::state_count;
  std::vector<Number> ways((D + 1) * S, Number(0));
  for (std::size_t s = 0; s < S; ++s)
    if (a.accepts(s)) ways[D * S + s] = Number(1);
  for (std::size_t i = D; i-- > 0;)
    for (std::size_t s = 0; s < S; ++s)
      for (token v = 0; v < A::alphabet; ++v) {
        if (!may_be(i, v)) continue;
        std::size_t const next = a.step(i, s, v);
        if (next != no_state) ways[i * S + s] += ways[(i + 1) * S + next];
      }
  return ways;
}

/// The weight of a step; 1 where all accepted boards are equally likely.
template <Automaton A>
[[nodiscard]] constexpr double step_weight(A const& a, std::size_t cell, std::size_t state, token symbol) noexcept {
  if constexpr (Weighs<A>)
    return a.weight(cell, state, symbol);
  else
    return 1;
}

/// As `completions`, each board counted with its weight.
template <Automaton A>
[[nodiscard]] std::vector<scaled> weighted_completions(A const& a) {
  constexpr std::size_t D = A::cell_count, S = A::state_count;
  if constexpr (!Weighs<A>) return completions<scaled>(a);
  std::vector<scaled> mass((D + 1) * S);
  for (std::size_t s = 0; s < S; ++s)
    if (a.accepts(s)) mass[D * S + s] = scaled{1};
  for (std::size_t i = D; i-- > 0;)
    for (std::size_t s = 0; s < S; ++s)
      for (token v = 0; v < A::alphabet; ++v)
        if (std::size_t const next = a.step(i, s, v); next != no_state)
          mass[i * S + s] += scaled{step_weight(a, i, s, v)} * mass[(i + 1) * S + next];
  return mass;
}

/// What drawing an accepted board needs to know: exact counts where they fit 64 bits and all boards are equally likely.
template <Automaton A>
class draw_counts {
 public:
  static constexpr std::size_t D = A::cell_count, S = A::state_count;

  explicit draw_counts(A const& a) {
    if constexpr (!Weighs<A>) exact_ = completions<checked_count>(a);
    if (exact_.empty() || !exact_[a.start()].fits) {
      exact_.clear();
      mass_ = weighted_completions(a);
    }
  }

  void draw(A const& a, auto& rng, cells_out<D> x) const {
    std::size_t const start = a.start();
    require(exact_.empty() ? !mass_[start].is_zero() : exact_[start].value > 0,
            "draw: expected a rule with at least one board, but {} has none",
            type_name<A>());
    if (exact_.empty())
      draw_by_mass(a, rng, x);
    else
      draw_by_place(a, pick(rng, exact_[start].value), x);
  }

 private:
  /// The accepted board number `place` in lexicographic order.
  void draw_by_place(A const& a, std::uint64_t place, cells_out<D> x) const {
    std::size_t state = a.start();
    for (std::size_t i = 0; i < D; ++i)
      for (token v = 0; v < A::alphabet; ++v) {
        std::size_t const next    = a.step(i, state, v);
        std::uint64_t const below = next == no_state ? 0 : exact_[(i + 1) * S + next].value;
        if (place < below) {
          x[i]  = v;
          state = next;
          break;
        }
        place -= below;
      }
  }

  void draw_by_mass(A const& a, auto& rng, cells_out<D> x) const {
    std::size_t state = a.start();
    for (std::size_t i = 0; i < D; ++i) {
      double left             = uniform(rng);
      scaled const here       = mass_[i * S + state];
      std::size_t chosen_next = no_state;
      for (token v = 0; v < A::alphabet && left >= 0; ++v) {
        std::size_t const next = a.step(i, state, v);
        if (next == no_state || mass_[(i + 1) * S + next].is_zero()) continue;
        left -= ratio(scaled{step_weight(a, i, state, v)} * mass_[(i + 1) * S + next], here);
        x[i]        = v;  // the last possible symbol stays if rounding leaves a rest
        chosen_next = next;
      }
      state = chosen_next;
    }
  }

  std::vector<checked_count> exact_;
  std::vector<scaled> mass_;
};

}  // namespace regula::detail
