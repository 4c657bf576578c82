// SPDX-License-Identifier: MIT
/// @file
/// A search for boards of a rule that are not known yet, which ends.
#pragma once

#include <regula/concepts/rule.hpp>
#include <regula/concepts/rule_refinements.hpp>
#include <regula/error.hpp>
#include <regula/random/stream.hpp>

#include <fmt/core.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace regula {

/// How many candidates in a row may repeat known boards before the search for another one ends: where one more board
/// of a uniform rule exists, it is missed with a probability below e^-256.
[[nodiscard]] constexpr std::uint64_t tries_for_one_more(std::size_t known) noexcept {
  return 256 * (std::uint64_t{known} + 16);
}

}  // namespace regula

namespace regula::detail {

/// Draws valid boards that are not known yet; candidate a comes from the stream (seed, purpose, 0, a).
template <Rule R>
class candidate_source {
 public:
  static constexpr std::size_t D = R::cell_count;

  candidate_source(R const& rule, stream_family streams) : rule_{rule}, streams_{streams} {}

  /// The next candidate that `is_known` is false for; none after tries_for_one_more(known) others.
  template <class IsKnown>
  std::optional<cells<D>> next(std::size_t known, IsKnown const& is_known) {
    for (std::uint64_t tries = tries_for_one_more(known); tries > 0; --tries) {
      board_.fill(no_token);  // so that a cell which the rule forgets to draw is found out
      stream rng = streams_(next_++);
      rule_.draw(rng, cells_out<D>{board_});
      if (is_known(cells<D>{board_})) continue;
      if (!is_valid(rule_, cells<D>{board_}))
        throw range_error(fmt::format(
            "draw_split: expected every draw of {} to be one of its boards, but draw {} of seed {} does not hold",
            describe(rule_).text(),
            next_ - 1,
            streams_.seed));
      return cells<D>{board_};
    }
    return std::nullopt;
  }

 private:
  R const& rule_;
  stream_family streams_;
  std::uint64_t next_ = 0;
  std::array<token, D> board_{};
};

}  // namespace regula::detail
