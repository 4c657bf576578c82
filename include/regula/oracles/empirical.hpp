// SPDX-License-Identifier: MIT
/// @file
/// The oracle that remembers the training set and has no rule.
#pragma once

#include <regula/data/board_set.hpp>
#include <regula/error.hpp>
#include <regula/oracles/detail/table_posterior.hpp>
#include <regula/oracles/oracle.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace regula {

/// What a perfect copyist predicts: conditionals of the training boards, all equally likely, repetitions as often as
/// they come. Copies share the boards.
///
/// Errors    the constructor throws range_error for an empty set or a symbol outside the alphabet
/// Cost      O(N D) a board
template <std::size_t D, token V>
class empirical {
 public:
  static constexpr std::size_t cell_count = D;
  static constexpr token alphabet         = V;
  static constexpr head_set heads         = oracle_heads;

  explicit empirical(board_set<D> const& training) : training_{std::make_shared<board_set<D> const>(training)} {
    require(!training.empty(), "empirical: expected at least 1 training board, got none");
    for (token const v : training.tokens())
      require(v < V, "empirical: expected symbols below {}, got {}", token{V}, v);
  }

  [[nodiscard]] board_set<D> const& training() const { return *training_; }
  [[nodiscard]] std::string name() const { return fmt::format("{} training boards", training_->size()); }

  /// See the concept Oracle.
  [[nodiscard]] double posterior(std::span<double const> log_likelihood, std::span<double> out) const {
    return detail::table_posterior<D, V>(*training_, {}, log_likelihood, out);
  }

  /// See the concept Oracle.
  void leave_one_out(std::span<double const> log_likelihood, std::span<double> out) const {
    detail::table_leave_one_out<D, V>(*training_, {}, log_likelihood, out);
  }

 private:
  std::shared_ptr<board_set<D> const> training_;
};

/// The copyist of boards of this rule.
template <Rule R>
[[nodiscard]] empirical<R::cell_count, R::alphabet> empirical_of(R const&, board_set<R::cell_count> const& training) {
  return empirical<R::cell_count, R::alphabet>{training};
}

}  // namespace regula
