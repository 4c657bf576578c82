// SPDX-License-Identifier: MIT
/// @file
/// How Latin squares are drawn: from a table of reduced squares, by random moves, as isotopes of the cyclic square.
#pragma once

#include <regula/concepts/rule.hpp>
#include <regula/data/board_set.hpp>
#include <regula/random/draws.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace regula::detail {

/// Up to this order there are few enough reduced squares for a table: 1, 1, 4, 56, 9,408 from order 2 on.
inline constexpr std::size_t tabled_order = 6;

/// A uniform permutation of 0 .. N - 1 that leaves the first `fixed` in place.
template <std::size_t N>
[[nodiscard]] constexpr std::array<token, N> draw_permutation(auto& rng, std::size_t fixed = 0) {
  std::array<token, N> p;
  std::iota(p.begin(), p.end(), token{0});
  shuffle_front(rng, std::span<token>{p}.subspan(fixed), N - fixed);
  return p;
}

/// All Latin squares whose first row and first column are in order, by backtracking over the other cells.
template <std::size_t N>
[[nodiscard]] board_set<N * N> reduced_squares() {
  board_set<N * N> found;
  std::array<token, N * N> x{};
  std::array<std::uint32_t, N> row_had{}, column_had{};  // one bit a symbol
  for (std::size_t i = 0; i < N; ++i) {
    x[i] = x[i * N] = static_cast<token>(i);
    row_had[i] |= 1U << i;
    column_had[i] |= 1U << i;
  }
  row_had[0] = column_had[0] = (1U << N) - 1;
  auto const fill            = [&](auto const& self, std::size_t cell) -> void {
    if (cell == N * N) {
      found.push_back(x);
      return;
    }
    std::size_t const r = cell / N, c = cell % N;
    if (c == 0) return self(self, cell + 1);
    for (token v = 0; v < static_cast<token>(N); ++v) {
      std::uint32_t const bit = 1U << v;
      if (((row_had[r] | column_had[c]) & bit) != 0) continue;
      row_had[r] |= bit;
      column_had[c] |= bit;
      x[cell] = v;
      self(self, cell + 1);
      row_had[r] &= ~bit;
      column_had[c] &= ~bit;
    }
  };
  fill(fill, N);
  return found;
}

template <std::size_t N>
[[nodiscard]] board_set<N * N> const& table_of_reduced_squares() {
  static auto const table = reduced_squares<N>();
  return table;
}

/// Cell (r, c) of `out` is cell (rows[r], cols[c]) of `in`.
template <std::size_t N>
constexpr void permute(cells<N * N> in,
                       std::array<token, N> const& rows,
                       std::array<token, N> const& cols,
                       cells_out<N * N> out) {
  for (std::size_t r = 0; r < N; ++r)
    for (std::size_t c = 0; c < N; ++c)
      out[r * N + c] = in[rows[r] * N + cols[c]];
}

/// Uniform on all squares of order N.
template <std::size_t N>
void draw_from_reduced(auto& rng, cells_out<N * N> x) {
  auto const& table  = table_of_reduced_squares<N>();
  auto const reduced = table[pick(rng, table.size())];
  auto const rows    = draw_permutation<N>(rng, 1);
  permute<N>(reduced, rows, draw_permutation<N>(rng), x);
}

/// Every square of order N once.
template <std::size_t N>
[[nodiscard]] board_set<N * N> all_from_reduced() {
  board_set<N * N> all;
  std::array<token, N> rows, cols;
  std::array<token, N * N> x;
  for (cells<N * N> const reduced : table_of_reduced_squares<N>()) {
    std::iota(rows.begin(), rows.end(), token{0});
    do {
      std::iota(cols.begin(), cols.end(), token{0});
      do {
        permute<N>(reduced, rows, cols, x);
        all.push_back(x);
      } while (std::ranges::next_permutation(cols).found);
    } while (std::next_permutation(rows.begin() + 1, rows.end()));
  }
  return all;
}

/// The cyclic square (r + c) mod N with rows, columns and symbols permuted uniformly.
template <std::size_t N>
constexpr void draw_isotope_of_cyclic(auto& rng, cells_out<N * N> x) {
  auto const rows = draw_permutation<N>(rng), cols = draw_permutation<N>(rng), symbols = draw_permutation<N>(rng);
  for (std::size_t r = 0; r < N; ++r)
    for (std::size_t c = 0; c < N; ++c)
      x[r * N + c] = symbols[(std::size_t{rows[r]} + cols[c]) % N];
}

/// A Latin square as a cube of ones: (r, c, v) is 1 where cell (r, c) holds v, and each line sums to 1. In an improper
/// one a single entry is -1. The moves of Jacobson and Matthews connect all of them.
template <std::size_t N>
class incidence_cube {
 public:
  explicit incidence_cube(cells<N * N> x) : ones_(N * N * N) {
    for (std::size_t i = 0; i < N * N; ++i)
      ones_[i * N + x[i]] = 1;
  }

  [[nodiscard]] bool is_proper() const { return proper_; }

  void move(auto& rng) {
    if (proper_) {
      do
        for (std::size_t& k : at_)
          k = pick(rng, N);
      while (entry(at_[0], at_[1], at_[2]) != 0);
    }
    std::array<std::size_t, 3> const to{line_one<0>(rng), line_one<1>(rng), line_one<2>(rng)};
    for (unsigned corner = 0; corner < 8; ++corner) {
      std::size_t const r = corner & 1U ? to[0] : at_[0], c = corner & 2U ? to[1] : at_[1],
                        v  = corner & 4U ? to[2] : at_[2];
      unsigned const moved = (corner & 1U) + (corner >> 1 & 1U) + (corner >> 2 & 1U);
      entry(r, c, v)       = static_cast<std::int8_t>(entry(r, c, v) + (moved % 2 == 0 ? 1 : -1));
    }
    proper_ = entry(to[0], to[1], to[2]) >= 0;
    at_     = to;  // where the -1 is, if there is one
  }

  void write(cells_out<N * N> x) const {
    for (std::size_t i = 0; i < N * N; ++i)
      for (token v = 0; v < static_cast<token>(N); ++v)
        if (ones_[i * N + v] == 1) x[i] = v;
  }

 private:
  std::int8_t& entry(std::size_t r, std::size_t c, std::size_t v) { return ones_[(r * N + c) * N + v]; }

  /// A uniform place of a 1 on the line through `at_` along an axis: one of one, or of two where `at_` is -1.
  template <std::size_t Axis>
  std::size_t line_one(auto& rng) {
    std::array<std::size_t, 2> places{};
    std::size_t found = 0;
    auto k            = at_;
    for (k[Axis] = 0; k[Axis] < N; ++k[Axis])
      if (entry(k[0], k[1], k[2]) == 1) places[found++] = k[Axis];
    return places[found == 2 ? pick(rng, std::size_t{2}) : 0];
  }

  std::vector<std::int8_t> ones_;  // [N, N, N]
  std::array<std::size_t, 3> at_{};
  bool proper_ = true;
};

/// The N^3-th proper square from an isotope of the cyclic square on. (Proper squares are counted, not moves: the first
/// proper one after a number of moves favours those that long detours over improper ones lead to.)
template <std::size_t N>
void draw_by_moves(auto& rng, cells_out<N * N> x) {
  draw_isotope_of_cyclic<N>(rng, x);
  incidence_cube<N> cube{x};
  for (std::size_t visits = 0; visits < N * N * N; ++visits)
    do
      cube.move(rng);
    while (!cube.is_proper());
  cube.write(x);
}

}  // namespace regula::detail
