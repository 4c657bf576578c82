// SPDX-License-Identifier: MIT
/// @file
/// Latin squares as the two-clocks experiments draw them: isotopes of the cyclic square only.
#pragma once

#include <regula/concepts/rule_refinements.hpp>
#include <regula/rules/counting.hpp>
#include <regula/rules/latin_square.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <span>
#include <string_view>

namespace regula {

/// Judged as latin_square<N>, but drawn from the cyclic square by permuting rows, columns and symbols: uniform on the
/// isotopes of the cyclic square, 432 of 576 at N = 4, 17,280 of 161,280 at N = 5, 5,184,000 of 812,851,200 at N = 6.
///
/// Its population is the number of squares that it draws, (N!)^3 / (N^2 phi(N)), phi(N) the automorphisms of the cyclic
/// group; `probability` says which.
/// Codes   R11
/// Source  the sampler of the two-clocks experiments (arXiv:2605.10019)
template <std::size_t N>
struct isotopy_latin_square : latin_square<N> {
  static constexpr std::string_view name = "isotopy_latin_square";

  constexpr void draw(auto& rng, cells_out<N * N> x) const { detail::draw_isotope_of_cyclic<N>(rng, x); }

  [[nodiscard]] population_size population() const {
    double const log2 = 3 * std::lgamma(static_cast<double>(N) + 1) / std::numbers::ln2 -
                        std::log2(static_cast<double>(N * N * units()));
    if constexpr (N <= 8) return population_size::of(factorial(N) * factorial(N) / (N * N * units()) * factorial(N));
    return {std::nullopt, log2};
  }

  double probability(cells<N * N> x) const { return is_isotope_of_cyclic(x) ? std::exp2(-population().log2) : 0; }

  /// True if rows, columns and symbols of the cyclic square can be permuted into x.
  ///
  /// Where the rows and columns of x are named by its first column and row, x is the table of a loop; it is an isotope
  /// of a group exactly if the loop is isomorphic to it (Albert 1943).
  constexpr bool is_isotope_of_cyclic(cells<N * N> x) const noexcept {
    if (!this->holds(x)) return false;
    std::array<token, N> row_of{}, col_of{};  // where the first column, the first row, holds a symbol
    for (std::size_t i = 0; i < N; ++i) {
      row_of[x[i * N]] = static_cast<token>(i);
      col_of[x[i]]     = static_cast<token>(i);
    }
    auto const times = [&](token a, token b) { return x[row_of[a] * N + col_of[b]]; };
    for (token a = 0; a < latin_square<N>::alphabet; ++a)
      for (token b = 0; b < latin_square<N>::alphabet; ++b)
        for (token c = 0; c < latin_square<N>::alphabet; ++c)
          if (times(times(a, b), c) != times(a, times(b, c))) return false;
    token const neutral = x[0];
    for (token generator = 0; generator < latin_square<N>::alphabet; ++generator) {
      std::size_t order = 1;
      for (token power = generator; power != neutral; power = times(power, generator))
        ++order;
      if (order == N) return true;
    }
    return false;
  }

 private:
  /// phi(N): how many of 1 .. N have no divisor in common with N.
  static constexpr std::uint64_t units() noexcept {
    std::uint64_t n = 0;
    for (std::size_t i = 1; i <= N; ++i)
      n += std::gcd(i, N) == 1 ? 1U : 0U;
    return n;
  }

  // The uniform table of latin_square is not what this rule draws.
  void boards() const = delete;
};

}  // namespace regula
