// SPDX-License-Identifier: MIT
/// @file
/// What the cells of clauses hold: patterns of training boards as sets, and how probable they are by chance.
#pragma once

#include <regula/concepts/exact_rule.hpp>
#include <regula/concepts/rule.hpp>
#include <regula/concepts/rule_refinements.hpp>
#include <regula/data/board_set.hpp>
#include <regula/rules/automaton.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace regula::detail {

/// A family of clauses and the cells of each.
struct placed_family {
  std::string_view name;
  std::vector<std::vector<std::size_t>> clauses;
};

/// The families of a rule that says where its clauses look; of any other the whole board as the only clause.
template <Rule R>
[[nodiscard]] std::vector<placed_family> placed_families(R const& rule) {
  std::vector<placed_family> out;
  if constexpr (PlacesClauses<R>) {
    std::size_t clause = 0;
    for (clause_family const& f : R::clause_families) {
      out.push_back({f.name, std::vector<std::vector<std::size_t>>(f.count)});
      for (auto& places : out.back().clauses) {
        for (std::size_t cell = 0; cell < R::cell_count; ++cell)
          if (rule.looks_at(clause, cell)) places.push_back(cell);
        ++clause;
      }
    }
  } else {
    out.push_back({"board", std::vector<std::vector<std::size_t>>(1)});
    for (std::size_t cell = 0; cell < R::cell_count; ++cell)
      out.back().clauses[0].push_back(cell);
  }
  return out;
}

/// A set of short sequences of symbols: a bit for each where there are not too many, else one by one.
template <token Alphabet>
class pattern_set {
 public:
  explicit pattern_set(std::size_t longest) {
    std::uint64_t codes = 2;
    for (std::size_t i = 0; i < longest && codes <= most_bits; ++i)
      codes *= Alphabet;
    if (codes <= most_bits) bits_.resize(codes);
  }

  void insert(std::span<token const> pattern) {
    if (!is_known(pattern)) return;
    if (bits_.empty()) {
      listed_.emplace(pattern.begin(), pattern.end());
      return;
    }
    auto bit = bits_[code_of(pattern)];
    if (!bit) ++size_;
    bit = true;
  }

  [[nodiscard]] bool contains(std::span<token const> pattern) const {
    if (!is_known(pattern)) return false;
    if (bits_.empty()) return listed_.contains(std::u16string(pattern.begin(), pattern.end()));
    return bits_[code_of(pattern)];
  }

  [[nodiscard]] std::size_t size() const { return bits_.empty() ? listed_.size() : size_; }

  /// Calls visit(pattern) for each.
  void for_each(auto const& visit) const {
    for (std::u16string const& p : listed_)
      visit(std::vector<token>(p.begin(), p.end()));
    for (std::size_t code = 0; code < bits_.size(); ++code)
      if (bits_[code]) visit(pattern_of(code));
  }

 private:
  static constexpr std::uint64_t most_bits = std::uint64_t{1} << 21;

  [[nodiscard]] bool is_known(std::span<token const> pattern) const {
    for (token const v : pattern)
      if (v >= Alphabet) return false;
    return true;
  }

  /// The symbols as digits after a leading 1, so that sequences of all lengths have codes of their own.
  [[nodiscard]] std::size_t code_of(std::span<token const> pattern) const {
    std::size_t code = 1;
    for (token const v : pattern)
      code = code * Alphabet + v;
    return code;
  }

  [[nodiscard]] std::vector<token> pattern_of(std::size_t code) const {
    std::vector<token> out;
    for (; code > 1; code /= Alphabet)
      out.insert(out.begin(), static_cast<token>(code % Alphabet));
    return out;
  }

  std::vector<bool> bits_;
  std::size_t size_ = 0;
  std::set<std::u16string> listed_;
};

/// The share of a rule's boards whose cells `places` hold the pattern. NaN if the rule is neither automaton nor table.
template <Rule R>
[[nodiscard]] double share_of_boards(R const& rule,
                                     std::span<std::size_t const> places,
                                     std::span<token const> pattern,
                                     population_size const& all) {
  if constexpr (Automaton<R>) {
    auto board = hidden_cells<R::cell_count>();
    for (std::size_t i = 0; i < places.size(); ++i)
      board[places[i]] = pattern[i];
    auto const some = count_completions(rule, board);
    if (some.exact && all.exact) return static_cast<double>(*some.exact) / static_cast<double>(*all.exact);
    return some.exact == 0U ? 0.0 : std::exp2(some.log2 - all.log2);
  } else if constexpr (Enumerable<R>) {
    std::size_t found = 0;
    for (cells<R::cell_count> const x : rule.boards()) {
      std::size_t i = 0;
      while (i < places.size() && x[places[i]] == pattern[i])
        ++i;
      found += i == places.size() ? 1 : 0;
    }
    return static_cast<double>(found) / static_cast<double>(rule.boards().size());
  } else {
    return std::numeric_limits<double>::quiet_NaN();
  }
}

}  // namespace regula::detail
