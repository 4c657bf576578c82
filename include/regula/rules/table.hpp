// SPDX-License-Identifier: MIT
/// @file
/// A rule given by the list of its boards, and any small rule as such a list.
#pragma once

#include <regula/concepts/exact_rule.hpp>
#include <regula/concepts/rule_refinements.hpp>
#include <regula/data/board_index.hpp>
#include <regula/detail/xxhash.hpp>
#include <regula/error.hpp>
#include <regula/random/draws.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace regula {

/// The boards of a list over D cells and V symbols: all equally likely, or with the probabilities given. Copies share
/// the list.
///
/// Errors  the constructor throws range_error for a board that comes twice, for a symbol outside the alphabet, and for
///         probabilities that are not one a board and sum to 1; drawing from an empty list throws range_error
template <std::size_t D, token V>
class table_rule {
 public:
  static constexpr std::size_t cell_count = D;
  static constexpr token alphabet         = V;
  static constexpr std::string_view name  = "table_rule";

  explicit table_rule(board_set<D> const& boards, std::vector<double> probabilities = {})
      : list_{std::make_shared<list const>(boards, std::move(probabilities))} {}

  /// Cells, alphabet, boards, and the low 32 bits of the XXH3 hash of the list.
  [[nodiscard]] std::vector<parameter> parameters() const {
    auto const hash = detail::hash_of(boards().tokens());
    return {{"cells", D}, {"alphabet", V}, {"boards", boards().size()}, {"hash", hash & 0xFFFFFFFF}};
  }

  [[nodiscard]] bool holds(cells<D> x) const noexcept { return list_->index.contains(x); }

  void draw(auto& rng, cells_out<D> x) const {
    require(!boards().empty(), "draw: expected a rule with at least one board, but {} has none", name);
    std::size_t place = 0;
    if (probabilities().empty()) {
      place = pick(rng, boards().size());
    } else {
      auto const above = std::ranges::upper_bound(list_->cumulative, uniform(rng) * list_->cumulative.back());
      place            = static_cast<std::size_t>(above - list_->cumulative.begin());
    }
    std::ranges::copy(boards()[std::min(place, boards().size() - 1)], x.begin());
  }

  [[nodiscard]] population_size population() const { return population_size::of(boards().size()); }

  [[nodiscard]] board_set<D> const& boards() const { return list_->index.boards(); }

  /// One a board; empty if all are equally likely.
  [[nodiscard]] std::span<double const> probabilities() const { return list_->probabilities; }

  [[nodiscard]] double probability(cells<D> x) const {
    auto const place = list_->index.find(x);
    if (!place) return 0;
    return probabilities().empty() ? 1 / static_cast<double>(boards().size()) : probabilities()[*place];
  }

 private:
  struct list {
    board_index<D> index;
    std::vector<double> probabilities, cumulative;

    list(board_set<D> const& boards, std::vector<double> given) : index{boards}, probabilities{std::move(given)} {
      require(index.distinct() == index.size(),
              "table_rule: expected different boards, but {} of {} are repeated",
              index.size() - index.distinct(),
              index.size());
      for (token const v : boards.tokens())
        require(v < V, "table_rule: expected symbols below {}, got {}", token{V}, v);
      require(probabilities.empty() || probabilities.size() == index.size(),
              "table_rule: expected {} probabilities, one a board, got {}",
              index.size(),
              probabilities.size());
      double sum = 0;
      for (double const p : probabilities) {
        require(p >= 0, "table_rule: expected probabilities, got {}", p);
        cumulative.push_back(sum += p);
      }
      require(probabilities.empty() || std::abs(sum - 1) < 1e-9, "table_rule: expected a sum of 1, got {}", sum);
    }
  };

  std::shared_ptr<list const> list_;
};

namespace detail {

/// V^D, or the largest number where it does not fit 64 bits.
template <Rule R>
[[nodiscard]] consteval std::uint64_t board_count() {
  std::uint64_t n = 1;
  for (std::size_t i = 0; i < R::cell_count; ++i)
    if (__builtin_mul_overflow(n, std::uint64_t{R::alphabet}, &n)) return std::numeric_limits<std::uint64_t>::max();
  return n;
}

}  // namespace detail

/// Any rule of at most 2^20 boards in all, V^D, as the table of its valid ones, found by trying all. What a rule cannot
/// say of itself then follows: its population, and (oracles/population.hpp) what a perfect learner predicts.
///
/// Codes  R18
template <Rule R>
[[nodiscard]] table_rule<R::cell_count, R::alphabet> tabled(R const& rule) {
  constexpr auto all    = detail::board_count<R>();
  constexpr bool is_few = all <= (std::uint64_t{1} << 20);
  static_assert(is_few, "[regula:R18] tabled(rule) tries all boards, so alphabet^cell_count is at most 2^20");
  board_set<R::cell_count> boards;
  std::vector<double> probabilities;
  std::array<token, R::cell_count> x{};
  for (std::uint64_t n = 0; is_few && n < all; ++n) {
    std::uint64_t digits = n;
    for (std::size_t i = R::cell_count; i-- > 0; digits /= R::alphabet)
      x[i] = static_cast<token>(digits % R::alphabet);
    if (!rule.holds(x)) continue;
    boards.push_back(x);
    if constexpr (StatesProbability<R>) probabilities.push_back(rule.probability(x));
  }
  return table_rule<R::cell_count, R::alphabet>{boards, std::move(probabilities)};
}

}  // namespace regula
