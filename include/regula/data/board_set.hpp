// SPDX-License-Identifier: MIT
/// @file
/// A sequence of boards of D cells, stored one after the other.
#pragma once

#include <regula/concepts/rule.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <span>
#include <vector>

namespace regula {

/// Boards in the order in which they came; equal boards may occur more than once.
///
/// Shapes  tokens() [N, D] row by row; operator[](i) [D]
template <std::size_t D>
class board_set {
 public:
  static constexpr std::size_t cell_count = D;

  /// Walks over the boards; each is a view into the set, valid until a board is added.
  class iterator {
   public:
    using value_type      = cells<D>;
    using difference_type = std::ptrdiff_t;

    iterator() = default;
    explicit iterator(token const* at) : at_{at} {}

    cells<D> operator*() const { return cells<D>{at_, D}; }
    iterator& operator++() {
      at_ += D;
      return *this;
    }
    iterator operator++(int) {
      auto const before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(iterator, iterator) = default;

   private:
    token const* at_ = nullptr;
  };

  [[nodiscard]] std::size_t size() const noexcept { return tokens_.size() / D; }
  [[nodiscard]] bool empty() const noexcept { return tokens_.empty(); }
  void reserve(std::size_t boards) { tokens_.reserve(boards * D); }

  /// Board i. Requires i < size(); valid until a board is added.
  [[nodiscard]] cells<D> operator[](std::size_t i) const noexcept { return cells<D>{tokens_.data() + i * D, D}; }

  /// Adds a copy of the board, which may be one of this set.
  void push_back(cells<D> board) {
    std::array<token, D> copy;
    std::copy(board.begin(), board.end(), copy.begin());
    tokens_.insert(tokens_.end(), copy.begin(), copy.end());
  }

  /// All boards as one sequence of tokens.
  [[nodiscard]] std::span<token const> tokens() const noexcept { return tokens_; }

  [[nodiscard]] iterator begin() const noexcept { return iterator{tokens_.data()}; }
  [[nodiscard]] iterator end() const noexcept { return iterator{tokens_.data() + tokens_.size()}; }

  friend bool operator==(board_set const&, board_set const&) = default;

 private:
  std::vector<token> tokens_;
};

}  // namespace regula
