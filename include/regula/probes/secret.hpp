// SPDX-License-Identifier: MIT
/// @file
/// Rules with a secret, and the two regimes of a mask that hides some of their cells.
#pragma once

#include <regula/concepts/rule.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <type_traits>

namespace regula {

/// A rule whose last cell, the label, is the product over a secret set of the others (`k_parity`). Every one of the
/// k + 1 cells of secret and label equals the product of the k others.
template <class R>
concept HasSecret = Rule<R> && requires(R const& rule) { std::span<std::size_t const>{rule.secret()}; };

/// Which cells are secret, the label among them: S'.
template <HasSecret R>
[[nodiscard]] std::array<bool, R::cell_count> secret_cells(R const& rule) {
  std::array<bool, R::cell_count> in{};
  for (std::size_t const cell : rule.secret())
    in[cell] = true;
  in[R::cell_count - 1] = true;
  return in;
}

/// What a mask hides.
struct hidden_count {
  std::size_t cells                      = 0;
  std::size_t secret                     = 0;   ///< of S'
  std::optional<std::size_t> last_secret = {};  ///< the hidden cell of S' that comes last

  /// Exactly one cell of S' is hidden, so that it can be said; the other hidden cells are noise.
  [[nodiscard]] bool is_signal() const { return secret == 1; }
};

/// Counts the hidden cells (`no_token`) of a board.
template <std::size_t D>
[[nodiscard]] hidden_count count_hidden(std::array<bool, D> const& in_secret, std::span<token const> visible) {
  hidden_count out;
  for (std::size_t j = 0; j < D; ++j) {
    if (visible[j] != no_token) continue;
    ++out.cells;
    if (!in_secret[j]) continue;
    ++out.secret;
    out.last_secret = j;
  }
  return out;
}

}  // namespace regula
