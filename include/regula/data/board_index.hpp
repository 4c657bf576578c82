// SPDX-License-Identifier: MIT
/// @file
/// Membership in a set of boards: which of them, if any, equals a given one.
#pragma once

#include <regula/data/board_set.hpp>
#include <regula/detail/xxhash.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace regula {

/// Finds boards by their XXH3 hash, and compares cell by cell on a hit, so that answers are exact.
///
/// Open addressing with linear probing in a table of a power of two that is at most half full. The index holds its
/// own copy of the boards and is a plain value.
/// Cost  one hash and about one comparison a query
template <std::size_t D>
class board_index {
 public:
  board_index() = default;

  explicit board_index(board_set<D> const& boards) {
    boards_.reserve(boards.size());
    rebuild(boards.size());
    for (cells<D> const board : boards)
      insert(board);
  }

  /// How many boards were inserted, repetitions included.
  [[nodiscard]] std::size_t size() const noexcept { return boards_.size(); }

  /// How many different boards were inserted.
  [[nodiscard]] std::size_t distinct() const noexcept { return distinct_; }

  /// The place of the first inserted board that equals this one, counted from 0.
  [[nodiscard]] std::optional<std::size_t> find(cells<D> board) const noexcept {
    if (slots_.empty()) return std::nullopt;
    slot const& found = slots_[probe(board, detail::hash_of(board))];
    return found.is_free() ? std::nullopt : std::optional{found.place};
  }

  [[nodiscard]] bool contains(cells<D> board) const noexcept { return find(board).has_value(); }

  /// Adds a board as number size(); true if no equal one was there.
  bool insert(cells<D> board) {
    if (2 * (distinct_ + 1) > slots_.size()) rebuild(2 * (distinct_ + 1));
    auto const hash     = detail::hash_of(board);
    slot& found         = slots_[probe(board, hash)];
    bool const is_first = found.is_free();
    if (is_first) {
      found = {hash, boards_.size()};
      ++distinct_;
    }
    boards_.push_back(board);
    return is_first;
  }

  /// The inserted boards in order.
  [[nodiscard]] board_set<D> const& boards() const noexcept { return boards_; }

 private:
  struct slot {
    std::uint64_t hash = 0;
    std::size_t place  = std::numeric_limits<std::size_t>::max();

    [[nodiscard]] bool is_free() const noexcept { return place == std::numeric_limits<std::size_t>::max(); }
  };

  /// The slot that holds the board, or the free one where it would go. Requires a free slot.
  std::size_t probe(cells<D> board, std::uint64_t hash) const noexcept {
    std::size_t const mask = slots_.size() - 1;
    std::size_t i          = static_cast<std::size_t>(hash) & mask;
    while (!slots_[i].is_free() && !(slots_[i].hash == hash && std::ranges::equal(boards_[slots_[i].place], board)))
      i = (i + 1) & mask;
    return i;
  }

  /// A table for `boards` boards, with those of the present one.
  void rebuild(std::size_t boards) {
    std::vector<slot> old =
        std::exchange(slots_, std::vector<slot>(std::bit_ceil(std::max<std::size_t>(16, 2 * boards))));
    std::size_t const mask = slots_.size() - 1;
    for (slot const& s : old) {
      if (s.is_free()) continue;
      std::size_t i = static_cast<std::size_t>(s.hash) & mask;
      while (!slots_[i].is_free())
        i = (i + 1) & mask;
      slots_[i] = s;
    }
  }

  board_set<D> boards_;
  std::vector<slot> slots_;
  std::size_t distinct_ = 0;
};

}  // namespace regula
