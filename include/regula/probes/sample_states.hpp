// SPDX-License-Identifier: MIT
/// @file
/// The probe that follows every sample through training: whether it is broken, new, or a copy, and how near to a copy.
#pragma once

#include <regula/concepts/probe.hpp>
#include <regula/data/nearest.hpp>
#include <regula/error.hpp>
#include <regula/probes/rate.hpp>

#include <boost/hana/adapt_struct.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace regula {

/// What a sample is at one evaluation.
enum class sample_state : std::uint8_t {
  ambiguous,  ///< breaks the rule, and has a cell that cannot be told
  invalid,    ///< breaks the rule
  novel,      ///< obeys the rule, and is no training board
  memorized,  ///< a training board
};

inline constexpr std::size_t sample_state_count = 4;

[[nodiscard]] constexpr bool is_valid(sample_state s) noexcept {
  return s == sample_state::novel || s == sample_state::memorized;
}

/// The states of samples in order; in records one digit each, `ambiguous` being 0.
class state_list {
 public:
  state_list() = default;

  /// Errors    throws range_error for a character that is no state
  explicit state_list(std::string digits) : digits_{std::move(digits)} {
    for (char const c : digits_)
      require(c >= '0' && c < '0' + static_cast<char>(sample_state_count), "state_list: expected 0 to 3, got '{}'", c);
  }

  void push_back(sample_state s) { digits_.push_back(static_cast<char>('0' + static_cast<char>(s))); }
  [[nodiscard]] sample_state operator[](std::size_t i) const { return static_cast<sample_state>(digits_[i] - '0'); }
  [[nodiscard]] std::size_t size() const { return digits_.size(); }
  operator std::string_view() const { return digits_; }

  friend bool operator==(state_list const&, state_list const&) = default;

 private:
  std::string digits_;
};

/// How values become the board that is judged.
enum class judging {
  decoded,  ///< as all probes see it: a cell that did not decode is ambiguous and breaks the rule
  signs,    ///< by the signs of binary boards of one channel: always a board, whether its cells are clear or not
};

/// The name of a value in records.
[[nodiscard]] constexpr std::string_view name_of(judging j) { return j == judging::signs ? "signs" : "decoded"; }

/// The state of each sample. Sample i comes from the same noise at every evaluation, so that its states are a path:
/// probes/trajectories.hpp follows it.
///
/// By signs a value above 0 is symbol 1, any other is 0, and a cell is ambiguous if |x| < ambiguous_below; a sample
/// whose signs obey the rule is valid all the same. NaN is no symbol.
/// Units     every rate has all samples as denominator; distances in cells that differ
/// Source    Wang, Finn, Liu 2026, arXiv:2605.10019: by signs, 0.1
struct sample_states {
  static constexpr std::string_view name = "sample_states";
  static constexpr probe_need needs      = probe_need::samples;
  static constexpr bool by_sample        = true;

  judging by             = judging::decoded;
  double ambiguous_below = 0.1;   ///< by signs
  bool nearest           = true;  ///< look for the nearest training boards

  struct result {
    rate ambiguous, invalid, novel, memorized;
    state_list states;                    ///< [n]
    std::vector<std::uint32_t> distance;  ///< [n], to the nearest training board; empty if it was not looked for
    std::vector<std::uint32_t> nearest;  ///< [n], the place of that board in the training set, the first of the nearest
  };

  /// Errors    throws range_error for signs of anything but binary boards of one channel
  template <Rule R, class V>
  [[nodiscard]] result measure(evaluation<R, V> const& e) const {
    result out;
    board_set<R::cell_count> const boards = by == judging::signs ? signs_of(e) : e.samples;
    std::array<rate*, sample_state_count> const rates{&out.ambiguous, &out.invalid, &out.novel, &out.memorized};
    for (std::size_t i = 0; i < boards.size(); ++i) {
      sample_state const state = state_of(e, boards[i], i);
      out.states.push_back(state);
      for (std::size_t s = 0; s < rates.size(); ++s)
        rates[s]->add(s == static_cast<std::size_t>(state));
    }
    if (!nearest || e.data.training.empty()) return out;
    for (neighbour const& n : nearest_boards<R::cell_count>{e.data.training, R::alphabet}(boards)) {
      out.distance.push_back(static_cast<std::uint32_t>(n.distance));
      out.nearest.push_back(static_cast<std::uint32_t>(n.index));
    }
    return out;
  }

 private:
  template <Rule R, class V>
  [[nodiscard]] static board_set<R::cell_count> signs_of(evaluation<R, V> const& e) {
    constexpr std::size_t D = R::cell_count;
    require(R::alphabet == 2 && e.sample_values.size() == e.samples.size() * D,
            "sample_states: expected one value for each cell of a binary board to judge by signs, got {} values for {} "
            "boards of {} cells and {} symbols",
            e.sample_values.size(),
            e.samples.size(),
            std::size_t{D},
            token{R::alphabet});
    board_set<D> out;
    std::array<token, D> board;
    for (std::size_t i = 0; i < e.samples.size(); ++i) {
      std::ranges::transform(e.sample_values.subspan(i * D, D), board.begin(), [](float x) -> token {
        return std::isnan(x) ? no_token : x > 0;
      });
      out.push_back(board);
    }
    return out;
  }

  template <Rule R, class V>
  [[nodiscard]] sample_state state_of(evaluation<R, V> const& e, cells<R::cell_count> board, std::size_t i) const {
    if (is_valid(e.rule, board))
      return e.data.index_of_training.contains(board) ? sample_state::memorized : sample_state::novel;
    bool is_unclear = std::ranges::find(board, no_token) != board.end();
    if (by == judging::signs)
      for (float const x : e.sample_values.subspan(i * R::cell_count, R::cell_count))
        is_unclear = is_unclear || std::abs(static_cast<double>(x)) < ambiguous_below;
    return is_unclear ? sample_state::ambiguous : sample_state::invalid;
  }
};

}  // namespace regula

BOOST_HANA_ADAPT_STRUCT(regula::sample_states, by, ambiguous_below, nearest);
BOOST_HANA_ADAPT_STRUCT(regula::sample_states::result, ambiguous, invalid, novel, memorized, states, distance, nearest);
