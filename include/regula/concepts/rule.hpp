// SPDX-License-Identifier: MIT
/// @file
/// The Rule concept: a constraint on D cells over V symbols that can be judged and sampled.
#pragma once

#include <regula/random/stream.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace regula {

/// A symbol of a cell: 0 .. alphabet - 1, or `no_token`.
using token = std::uint16_t;

/// The value of a cell that is hidden, or that could not be decoded. It breaks every clause that holds it.
inline constexpr token no_token = 0xFFFF;

/// A board of D cells, row by row. Shape [D].
template <std::size_t D>
using cells = std::span<token const, D>;

/// A board of D cells to write into. Shape [D].
template <std::size_t D>
using cells_out = std::span<token, D>;

// A part of another kind may have members of the same names; g++ stops at a non-static one unless it is ruled out
// first.
template <class R>
concept HasCells = (!requires { requires std::is_member_pointer_v<decltype(&R::cell_count)>; }) &&
                   requires { requires(R::cell_count > 0); };

template <class R>
concept HasAlphabet = (!requires { requires std::is_member_pointer_v<decltype(&R::alphabet)>; }) &&
                      requires { requires(R::alphabet >= 2) && (R::alphabet <= 65534); };

template <class R>
concept Judges = HasCells<R> && requires(R const& r, cells<R::cell_count> x) {
  { r.holds(x) } noexcept -> std::same_as<bool>;
};

template <class R>
concept Draws = HasCells<R> && requires(R const& r, stream& rng, cells_out<R::cell_count> x) {
  { r.draw(rng, x) } -> std::same_as<void>;
};

/// Idea     A constraint on D cells over V symbols that can be judged and sampled. A plain copyable struct: no base
///          class, no registration.
/// Minimal  `static constexpr std::size_t cell_count`, `static constexpr token alphabet`,
///          `bool holds(cells<cell_count>) const noexcept`, `void draw(auto& rng, cells_out<cell_count>) const`
/// Optional refinements in concepts/rule_refinements.hpp: clauses, population, name and parameters, board
/// Laws     every draw holds; draws are uniform on the valid boards unless the name says otherwise; `holds` is pure and
///          false for a board with a symbol outside the alphabet
/// Codes    R0 R1 R2 R3 R4 (docs/diagnostics.md)
template <class R>
concept Rule = std::copyable<R> && HasAlphabet<R> && Judges<R> && Draws<R>;

/// Says in words what keeps R from being a Rule; true if nothing does. Use as `static_assert(check_rule<my_rule>())`.
template <class R>
consteval bool check_rule() {
  static_assert(std::copyable<R>, "[regula:R0] a Rule is a value: make it copyable");
  static_assert(HasCells<R>, "[regula:R1] a Rule states 'static constexpr std::size_t cell_count' > 0");
  static_assert(HasAlphabet<R>, "[regula:R2] a Rule states 'static constexpr regula::token alphabet' in [2, 65534]");
  static_assert(!HasCells<R> || Judges<R>, "[regula:R3] a Rule has 'bool holds(cells<cell_count>) const noexcept'");
  static_assert(!HasCells<R> || Draws<R>, "[regula:R4] a Rule has 'void draw(auto& rng, cells_out<cell_count>) const'");
  return true;
}

}  // namespace regula
