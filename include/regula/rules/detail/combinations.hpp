// SPDX-License-Identifier: MIT
/// @file
/// What `both`, `either` and `but_not` share: the product of automata, and tables that are filtered.
#pragma once

#include <regula/concepts/exact_rule.hpp>
#include <regula/concepts/rule_refinements.hpp>
#include <regula/data/board_index.hpp>
#include <regula/error.hpp>
#include <regula/random/draws.hpp>
#include <regula/rules/automaton.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace regula::detail {

// Each connective: its name, its truth, and whether a part that is lost leaves hope for the whole.
struct all_hold {
  static constexpr std::string_view name = "both";
  static constexpr bool of(std::span<bool const> verdicts) noexcept { return std::ranges::count(verdicts, false) == 0; }
  static constexpr bool is_open(std::span<bool const> alive) noexcept { return of(alive); }
};
struct any_holds {
  static constexpr std::string_view name = "either";
  static constexpr bool of(std::span<bool const> verdicts) noexcept { return std::ranges::count(verdicts, true) > 0; }
  static constexpr bool is_open(std::span<bool const> alive) noexcept { return of(alive); }
};
struct first_alone {
  static constexpr std::string_view name = "but_not";
  static constexpr bool of(std::span<bool const> verdicts) noexcept { return verdicts[0] && !verdicts[1]; }
  static constexpr bool is_open(std::span<bool const> alive) noexcept { return alive[0]; }
};

/// Members of all combinations: the parts, their verdicts, and what a record says.
template <class Connective, class... Rs>
class combination {
 public:
  using first_part                        = std::tuple_element_t<0, std::tuple<Rs...>>;
  static constexpr std::size_t part_count = sizeof...(Rs);
  static constexpr std::size_t cell_count = first_part::cell_count;
  static constexpr token alphabet         = first_part::alphabet;
  static constexpr std::string_view name  = Connective::name;
  static constexpr extents board          = board_of<first_part>();

  constexpr explicit combination(Rs const&... rules) : rules_{rules...} {}

  static constexpr std::array<parameter, 0> parameters() { return {}; }

  [[nodiscard]] std::vector<description> parts() const {
    return with_parts([](auto const&... rule) { return std::vector<description>{describe(rule)...}; });
  }

 protected:
  using flags = std::array<bool, part_count>;

  [[nodiscard]] [[nodiscard]] [[nodiscard]] [[nodiscard]] constexpr auto with_parts(auto const& f) const {
    return std::apply(f, rules_);
  }

  [[nodiscard]] constexpr flags verdicts(cells<cell_count> x) const noexcept {
    return with_parts([&](auto const&... rule) { return flags{is_valid(rule, x)...}; });
  }

 private:
  std::tuple<Rs...> rules_;
};

/// The product automaton: the states of all parts at once; a part that is lost has a state of its own.
template <class Connective, class... As>
class product : public combination<Connective, As...> {
  using base = combination<Connective, As...>;

 public:
  static constexpr std::size_t state_count = ((As::state_count + 1) * ... * 1);

  using base::base;

  [[nodiscard]] constexpr std::size_t start() const noexcept {
    return this->with_parts([](auto const&... a) { return join({a.start()...}); });
  }

  [[nodiscard]] constexpr std::size_t step(std::size_t cell, std::size_t state, token v) const noexcept {
    auto const next = each_part(state, [&](auto const& a, std::size_t s) { return a.step(cell, s, v); });
    typename base::flags alive;
    std::ranges::transform(next, alive.begin(), [](std::size_t s) { return s != no_state; });
    return Connective::is_open(alive) ? join(next) : no_state;
  }

  [[nodiscard]] constexpr bool accepts(std::size_t state) const noexcept {
    auto const accepted = each_part(state, [](auto const& a, std::size_t s) { return std::size_t{a.accepts(s)}; });
    typename base::flags verdicts;
    std::ranges::transform(accepted, verdicts.begin(), [](std::size_t n) { return n == 1; });
    return Connective::of(verdicts);
  }

 private:
  using states = std::array<std::size_t, sizeof...(As)>;
  static constexpr states radix{(As::state_count + 1)...};

  static constexpr std::size_t join(states const& s) noexcept {
    std::size_t joined = 0;
    for (std::size_t p = sizeof...(As); p-- > 0;)
      joined = joined * radix[p] + (s[p] == no_state ? radix[p] - 1 : s[p]);
    return joined;
  }

  /// f(part, its state) of each part; `no_state` of a part that is lost already.
  [[nodiscard]] [[nodiscard]] constexpr states each_part(std::size_t joined, auto const& f) const noexcept {
    states s{};
    for (std::size_t p = 0; p < sizeof...(As); ++p) {
      s[p] = joined % radix[p] == radix[p] - 1 ? no_state : joined % radix[p];
      joined /= radix[p];
    }
    return this->with_parts([&](auto const&... a) {
      std::size_t p      = 0;
      auto const of_part = [&](auto const& part) {
        std::size_t const state = s[p++];
        return state == no_state ? no_state : f(part, state);
      };
      return states{of_part(a)...};
    });
  }
};

/// The boards of those parts that list theirs, as far as the combination holds.
template <class Connective, class... Rs>
class filtered_table : public combination<Connective, Rs...> {
  using base = combination<Connective, Rs...>;

 public:
  static constexpr std::size_t D = base::cell_count;

  explicit filtered_table(Rs const&... rules) : base{rules...} {
    board_index<D> kept;
    auto const add = [&](auto const& rule) {
      if constexpr (Enumerable<std::remove_cvref_t<decltype(rule)>>)
        for (cells<D> const board : rule.boards())
          if (holds(board) && !kept.contains(board)) kept.insert(board);
    };
    (add(rules), ...);
    boards_ = std::make_shared<board_set<D> const>(kept.boards());
  }

  [[nodiscard]] bool holds(cells<D> x) const noexcept { return Connective::of(this->verdicts(x)); }

  void draw(auto& rng, cells_out<D> x) const {
    require(
        !boards_->empty(), "draw: expected a rule with at least one board, but {} has none", describe(*this).text());
    std::ranges::copy((*boards_)[pick(rng, boards_->size())], x.begin());
  }

  [[nodiscard]] population_size population() const { return population_size::of(boards_->size()); }

  [[nodiscard]] board_set<D> const& boards() const { return *boards_; }

 private:
  std::shared_ptr<board_set<D> const> boards_;
};

/// A conjunction says of each part whether it holds.
template <class Whole, std::size_t Parts>
struct with_part_clauses : Whole {
  static constexpr std::array<clause_family, 1> clause_families{{{"parts", Parts}}};

  using Whole::Whole;

  constexpr void judge(cells<Whole::cell_count> x, std::span<bool> verdicts) const noexcept {
    std::ranges::copy(this->verdicts(x), verdicts.begin());
  }
};

template <class First, class... Others>
inline constexpr bool same_shape =
    ((First::cell_count == Others::cell_count && First::alphabet == Others::alphabet) && ...);

/// Which parts must list their boards where not all are automata.
template <class Connective, class First, class... Others>
inline constexpr bool has_tables = Enumerable<First>;
template <class First, class... Others>
inline constexpr bool has_tables<all_hold, First, Others...> = Enumerable<First> || (Enumerable<Others> || ...);
template <class First, class... Others>
inline constexpr bool has_tables<any_holds, First, Others...> = Enumerable<First> && (Enumerable<Others> && ...);

template <class Connective, class... Rs>
[[nodiscard]] auto combine(Rs const&... rules) {
  constexpr bool automata = (Automaton<Rs> && ...), fit = same_shape<Rs...>;
  static_assert(fit, "[regula:R14] the rules of a combination have the same cell_count and alphabet");
  static_assert(
      !fit || automata || has_tables<Connective, Rs...>,
      "[regula:R15] a combination is made of automata (state_count, start, step, accepts), or of a rule that lists "
      "its boards (`boards()`): one of them for both, all of them for either, the first for but_not");
  constexpr bool conjunction = std::is_same_v<Connective, all_hold>;
  if constexpr (!fit) {
    return;
  } else if constexpr (automata) {
    using whole = product<Connective, Rs...>;
    if constexpr (conjunction)
      return automaton_rule{with_part_clauses<whole, sizeof...(Rs)>{rules...}};
    else
      return automaton_rule{whole{rules...}};
  } else if constexpr (has_tables<Connective, Rs...>) {
    using whole = filtered_table<Connective, Rs...>;
    if constexpr (conjunction)
      return with_part_clauses<whole, sizeof...(Rs)>{rules...};
    else
      return whole{rules...};
  }
}

}  // namespace regula::detail
