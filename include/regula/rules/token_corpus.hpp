// SPDX-License-Identifier: MIT
/// @file
/// Windows of a corpus: what a language model of D tokens is trained on, as a rule.
#pragma once

#include <regula/concepts/exact_rule.hpp>
#include <regula/concepts/rule_refinements.hpp>
#include <regula/data/board_set.hpp>
#include <regula/data/corpus.hpp>
#include <regula/detail/xxhash.hpp>
#include <regula/error.hpp>
#include <regula/random/draws.hpp>
#include <regula/rules/table.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace regula {

/// D tokens that stand next to each other somewhere in a corpus, over V symbols. A draw starts anywhere alike, so a
/// window has probability (how often it occurs) / (T - D + 1), T tokens in the corpus. Copies share the corpus.
///
/// Errors    the constructor throws range_error if the corpus has fewer than D tokens or a symbol outside the alphabet
///
/// Cost      up to 40 bytes of memory a token; `holds` is one hash and about one comparison
template <std::size_t D, token V>
class token_corpus {
 public:
  static constexpr std::size_t cell_count = D;
  static constexpr token alphabet         = V;
  static constexpr std::string_view name  = "token_corpus";
  static constexpr extents board{1, D};

  explicit token_corpus(corpus const& from) : windows_{std::make_shared<window_index const>(from)} {}

  /// Cells, alphabet, tokens of the corpus, and the low 32 bits of their XXH3 hash.
  [[nodiscard]] std::vector<parameter> parameters() const {
    return {{"cells", D}, {"alphabet", V}, {"tokens", windows_->tokens.size()}, {"hash", windows_->hash & 0xFFFFFFFF}};
  }

  [[nodiscard]] bool holds(cells<D> x) const noexcept { return windows_->find(x).count > 0; }

  void draw(auto& rng, cells_out<D> x) const {
    std::ranges::copy(windows_->at(pick(rng, windows_->window_count())), x.begin());
  }

  [[nodiscard]] double probability(cells<D> x) const {
    return static_cast<double>(windows_->find(x).count) / static_cast<double>(windows_->window_count());
  }

  /// All different windows in the order in which they first stand, with their probabilities: for `population`.
  ///
  /// Cost  memory for every different window
  [[nodiscard]] table_rule<D, V> table() const {
    board_set<D> boards;
    std::vector<double> probabilities;
    for (std::size_t i = 0; i < windows_->window_count(); ++i) {
      if (windows_->find(windows_->at(i)).first != i) continue;
      boards.push_back(windows_->at(i));
      probabilities.push_back(probability(windows_->at(i)));
    }
    return table_rule<D, V>{boards, std::move(probabilities)};
  }

  /// How many different windows there are.
  [[nodiscard]] population_size population() const { return population_size::of(windows_->distinct); }

 private:
  struct slot {
    std::size_t first = 0;  // where the window stands first
    std::size_t count = 0;  // how often; 0 is a free slot
  };

  /// The tokens, and each different window once in a hash table that is at most half full.
  struct window_index {
    std::vector<token> tokens;
    std::uint64_t hash;
    std::vector<slot> slots;
    std::uint64_t distinct = 0;

    explicit window_index(corpus const& from) : tokens{from.tokens}, hash{detail::hash_of(tokens)} {
      require(tokens.size() >= D,
              "token_corpus: expected a corpus of at least {} tokens, got {}{}",
              D,
              tokens.size(),
              from.source.empty() ? "" : " in " + from.source);
      for (std::size_t i = 0; i < tokens.size(); ++i)
        require(tokens[i] < V, "token_corpus: expected symbols below {}, got {} at token {}", token{V}, tokens[i], i);
      slots.resize(std::bit_ceil(2 * window_count()));
      for (std::size_t i = 0; i < window_count(); ++i) {
        slot& s = slots[place_of(at(i))];
        if (s.count++ > 0) continue;
        s.first = i;
        ++distinct;
      }
    }

    [[nodiscard]] std::size_t window_count() const noexcept { return tokens.size() - D + 1; }
    [[nodiscard]] cells<D> at(std::size_t i) const noexcept { return cells<D>{tokens.data() + i, D}; }
    [[nodiscard]] slot const& find(cells<D> x) const noexcept { return slots[place_of(x)]; }

    /// The slot that holds the window, or the free one where it would go.
    [[nodiscard]] std::size_t place_of(cells<D> x) const noexcept {
      std::size_t const mask = slots.size() - 1;
      std::size_t i          = static_cast<std::size_t>(detail::hash_of(x)) & mask;
      while (slots[i].count > 0 && !std::ranges::equal(at(slots[i].first), x))
        i = (i + 1) & mask;
      return i;
    }
  };

  std::shared_ptr<window_index const> windows_;
};

}  // namespace regula
