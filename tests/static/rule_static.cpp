// SPDX-License-Identifier: MIT
/// @file
/// What is a Rule and what is not, and what each refinement asks for; compiled, never linked.
#include <regula/concepts/rule.hpp>
#include <regula/concepts/rule_refinements.hpp>
#include <regula/rules/all.hpp>

#include "support/palindrome.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <type_traits>

namespace {

using regula::cells;
using regula::cells_out;
using regula::token;
using regula::test::palindrome;

using good = palindrome<4>;

struct not_copyable : good {
  not_copyable()                    = default;
  not_copyable(not_copyable const&) = delete;
};
struct not_assignable : good {
  int const fixed = 1;
};
struct no_cells {
  static constexpr token alphabet = 2;
  bool holds(cells<4>) const noexcept { return true; }
  void draw(auto&, cells_out<4>) const {}
};
struct zero_cells : good {
  static constexpr std::size_t cell_count = 0;
};
struct cells_known_at_run_time : good {
  std::size_t cell_count = 4;
};
struct alphabet_known_at_run_time : good {
  token alphabet = 2;
};
struct cells_by_method : good {
  std::size_t cell_count() const { return 4; }
};
struct cells_as_enumerator {
  enum : std::size_t { cell_count = 4 };
  static constexpr token alphabet = 2;
  bool holds(cells<4>) const noexcept { return true; }
  void draw(auto&, cells_out<4>) const {}
};
struct one_symbol : good {
  static constexpr token alphabet = 1;
};
struct alphabet_with_no_token : good {
  static constexpr token alphabet = 65535;
};
struct largest_alphabet : good {
  static constexpr token alphabet = 65534;
};
struct may_throw : good {
  bool holds(cells<4>) const { return true; }
};
struct not_const : good {
  bool holds(cells<4>) noexcept { return true; }
};
struct gives_an_int : good {
  int holds(cells<4>) const noexcept { return 1; }
};
struct holds_other_size : good {
  bool holds(cells<5>) const noexcept { return true; }
};
struct holds_any_span : good {
  bool holds(std::span<token const>) const noexcept { return true; }
};
struct no_draw {
  static constexpr std::size_t cell_count = 4;
  static constexpr token alphabet         = 2;
  bool holds(cells<4>) const noexcept { return true; }
};
struct draw_gives_a_board : good {
  std::array<token, 4> draw(auto&) const { return {}; }
};
struct draw_not_const : good {
  void draw(auto&, cells_out<4>) {}
};
struct draw_from_stream_only : good {
  void draw(regula::stream&, cells_out<4>) const {}
};

static_assert(regula::Rule<good>);
static_assert(regula::Rule<palindrome<7, 27>>);
static_assert(regula::Rule<largest_alphabet>);
static_assert(regula::Rule<holds_any_span>);
static_assert(regula::Rule<draw_from_stream_only>);
static_assert(regula::Rule<cells_as_enumerator>);
static_assert(regula::Rule<regula::group_parity<36, 3>>);
static_assert(regula::Rule<regula::exact_k<36, 6>>);
static_assert(regula::Rule<regula::row_k<6, 6, 3>>);
static_assert(regula::check_rule<good>());
static_assert(regula::check_rule<regula::group_parity<36, 3>>());
static_assert(regula::check_rule<regula::exact_k<36, 6>>());
static_assert(regula::check_rule<regula::row_k<6, 6, 3>>());

static_assert(!regula::Rule<int>);
static_assert(!regula::Rule<void>);
static_assert(!regula::Rule<good&>);
static_assert(!regula::Rule<not_copyable>);
static_assert(!regula::Rule<not_assignable>);
static_assert(!regula::HasCells<no_cells> && !regula::Rule<no_cells>);
static_assert(!regula::HasCells<zero_cells> && !regula::Rule<zero_cells>);
static_assert(!regula::HasCells<cells_known_at_run_time> && !regula::Rule<cells_known_at_run_time>);
static_assert(!regula::HasCells<cells_by_method> && !regula::Rule<cells_by_method>);
static_assert(!regula::HasAlphabet<alphabet_known_at_run_time> && !regula::Rule<alphabet_known_at_run_time>);
static_assert(!regula::HasAlphabet<one_symbol> && !regula::Rule<one_symbol>);
static_assert(!regula::HasAlphabet<alphabet_with_no_token> && !regula::Rule<alphabet_with_no_token>);
static_assert(!regula::Judges<may_throw> && !regula::Rule<may_throw>);
static_assert(!regula::Judges<not_const> && !regula::Rule<not_const>);
static_assert(!regula::Judges<gives_an_int> && !regula::Rule<gives_an_int>);
static_assert(!regula::Judges<holds_other_size> && !regula::Rule<holds_other_size>);
static_assert(!regula::Draws<no_draw> && !regula::Rule<no_draw>);
static_assert(!regula::Draws<draw_gives_a_board> && !regula::Rule<draw_gives_a_board>);
static_assert(!regula::Draws<draw_not_const> && !regula::Rule<draw_not_const>);

// The refinements ----------------------------------------------------------------------------------------------------
struct judge_may_throw : good {
  static constexpr std::array<regula::clause_family, 1> clause_families{{{"pairs", 2}}};
  void judge(cells<4>, std::span<bool>) const {}
};
struct judge_without_families : good {
  void judge(cells<4>, std::span<bool>) const noexcept {}
};
struct looks_without_clauses : good {
  static constexpr bool looks_at(std::size_t, std::size_t) noexcept { return true; }
};
struct looks_may_throw : regula::group_parity<6, 3> {
  static bool looks_at(std::size_t, std::size_t) { return true; }
};
struct population_as_number : good {
  std::size_t population() const { return 4; }
};
struct name_without_parameters : good {
  static constexpr std::string_view name = "half described";
};
struct names_its_parameter : good {
  static constexpr std::string_view name = "described";
  static constexpr std::array<regula::parameter, 1> parameters() { return {{{"cells", 4}}}; }
};

static_assert(regula::HasClauses<regula::group_parity<36, 3>> && regula::Counted<regula::group_parity<36, 3>>);
static_assert(regula::HasClauses<regula::exact_k<36, 6>> && regula::Counted<regula::exact_k<36, 6>>);
static_assert(regula::HasClauses<regula::row_k<6, 6, 3>> && regula::Counted<regula::row_k<6, 6, 3>>);
static_assert(regula::Described<regula::group_parity<36, 3>> && regula::Described<regula::exact_k<36, 6>>);
static_assert(regula::Described<regula::row_k<6, 6, 3>> && regula::Described<names_its_parameter>);
static_assert(regula::clause_count<regula::group_parity<36, 3>>() == 12);
static_assert(regula::clause_count<regula::exact_k<36, 6>>() == 1);
static_assert(regula::clause_count<regula::row_k<6, 5, 3>>() == 6);
static_assert(regula::board_of<regula::row_k<2, 18, 3>>() == regula::extents{2, 18});
static_assert(regula::board_of<regula::exact_k<24, 6>>() == regula::extents{4, 6});

static_assert(!regula::HasClauses<good> && !regula::Counted<good> && !regula::Described<good>);
static_assert(!regula::HasClauses<judge_may_throw>);
static_assert(regula::PlacesClauses<regula::group_parity<36, 3>> && !regula::PlacesClauses<regula::exact_k<36, 6>>);
static_assert(!regula::PlacesClauses<looks_may_throw> && !regula::PlacesClauses<good>);
static_assert(!regula::PlacesClauses<looks_without_clauses>);
static_assert(!regula::HasClauses<judge_without_families>);
static_assert(!regula::Counted<population_as_number>);
static_assert(!regula::Described<name_without_parameters>);

// Rules are judged at compile time, too.
static_assert(regula::group_parity<4, 2>{}.holds(std::array<token, 4>{1, 1, 0, 0}));
static_assert(!regula::group_parity<4, 2>{}.holds(std::array<token, 4>{1, 0, 0, 1}));
static_assert(regula::exact_k<4, 2>{}.holds(std::array<token, 4>{1, 0, 0, 1}));
static_assert(!regula::row_k<2, 2, 1>{}.holds(std::array<token, 4>{1, 1, 0, 0}));
static_assert(std::is_empty_v<regula::group_parity<36, 3>>);

}  // namespace
