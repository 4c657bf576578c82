// SPDX-License-Identifier: MIT
/// @file
/// Retrieval without noise: every cell becomes its most probable symbol, until nothing changes.
#pragma once

#include <regula/concepts/model.hpp>
#include <regula/error.hpp>
#include <regula/objectives/log_linear.hpp>
#include <regula/random/categorical.hpp>
#include <regula/random/stream.hpp>
#include <regula/samplers/redrawn_boards.hpp>

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace regula {

/// z <- argmax x_theta(z, lambda(t)) in all cells at once, until no board changes or `rounds` are over; the lowest
/// symbol of several that are most probable.
struct iterated_argmax {
  static constexpr std::string_view name = "iterated_argmax";

  std::size_t rounds = 100;
  double t           = 1e-5;  ///< the noise level that the model is told
  double eps         = 1e-3;  ///< of the log-linear schedule the model was trained with

  /// Takes boards [n, T] to where they settle, in place; returns the rounds taken, the last of which changed nothing
  /// unless it is `rounds`.
  ///
  /// Errors    throws range_error for a symbol outside the alphabet, shape_error for part of a board
  template <PredictsRedrawn View>
  std::size_t restore(View&& view, std::span<token> z, data_shape shape) const {
    require_redrawn_boards(z, shape, "iterated_argmax");
    double const lambda = log_linear{eps}.at(t).lambda();
    for (std::size_t round = 1; round <= rounds; ++round) {
      bool changed = false;
      for_each_prediction(view, z, lambda, shape, [&](auto some, auto log_x, std::size_t) {
        for (std::size_t i = 0; i < some.size(); ++i) {
          auto const most = static_cast<token>(largest_of(log_x.subspan(i * shape.alphabet, shape.alphabet)));
          changed         = changed || most != some[i];
          some[i]         = most;
        }
      });
      if (!changed) return round;
    }
    return rounds;
  }

  /// Where n boards of noise settle. Shape of the result [n, T]. Board i depends on `streams(i)` and the model only.
  template <PredictsRedrawn View>
  [[nodiscard]] std::vector<token> sample(View&& view, std::size_t n, data_shape shape, stream_family streams) const {
    std::vector<stream> rngs = streams_of(n, streams);
    std::vector<token> z     = redrawn_boards(shape, rngs);
    restore(view, z, shape);
    return z;
  }
};

/// Errors    throws range_error naming the setting of the sampler, what was expected and what was given
inline void check(iterated_argmax const& s) {
  require(s.rounds > 0, "iterated_argmax: expected at least 1 round, got 0");
  require(s.t > 0 && s.t <= 1, "iterated_argmax: expected t in (0, 1], got {}", s.t);
  check(log_linear{s.eps}, "iterated_argmax");
}

}  // namespace regula
