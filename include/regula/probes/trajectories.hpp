// SPDX-License-Identifier: MIT
/// @file
/// Paths of samples through training, from their states at the evaluations of a run: transitions, first steps, classes.
#pragma once

#include <regula/error.hpp>
#include <regula/probes/rate.hpp>
#include <regula/probes/sample_states.hpp>
#include <regula/probes/state_history.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace regula {

/// Evaluations from one step to another, both of them included.
struct step_window {
  std::uint64_t first = 0;
  std::uint64_t last  = std::numeric_limits<std::uint64_t>::max();
};

/// How often samples went from one state to another between two evaluations in a row, staying where they are included.
struct transition_table {
  std::array<std::array<std::uint64_t, sample_state_count>, sample_state_count> counts{};  ///< [from][to]

  /// Of the visits to `from`, those that went on to `to`.
  [[nodiscard]] rate of(sample_state from, sample_state to) const {
    auto const& row = counts[static_cast<std::size_t>(from)];
    rate out{row[static_cast<std::size_t>(to)], 0};
    for (std::uint64_t const n : row)
      out.total += n;
    return out;
  }
};

/// One sample that changed its state between two evaluations.
struct state_change {
  std::size_t sample;
  std::uint64_t step_before, step_after;
  sample_state from, to;
  std::optional<neighbour> nearest_before, nearest_after;  ///< nothing where it was not looked for
};

/// What a sample came to at the end of training.
enum class final_class {
  stuck,        ///< hardly ever valid
  flickering,   ///< now valid, now not
  valid_novel,  ///< valid, and at the last evaluation no copy
  memorized,    ///< a copy at the last evaluation
};

[[nodiscard]] constexpr std::string_view name_of(final_class c) {
  constexpr std::array<std::string_view, 4> names{"stuck", "flickering", "valid_novel", "memorized"};
  return names[static_cast<std::size_t>(c)];
}

/// When a sample counts as what: by the share of valid states among the last evaluations.
///
/// Source    Wang, Finn, Liu 2026, arXiv:2605.10019
struct class_criteria {
  std::optional<std::size_t> tail = std::nullopt;  ///< evaluations; a tenth of all, at least one, unless given
  double stuck_below              = 0.2;
  double valid_from               = 0.8;
};

/// The path of one sample in short.
struct trajectory {
  std::optional<std::uint64_t> first_valid, first_memorized;  ///< steps
  final_class became = final_class::stuck;

  friend bool operator==(trajectory const&, trajectory const&) = default;
};

namespace detail {

/// Calls visit(before, after) for the evaluations in a row that both lie in the window.
void for_each_pair(state_history const& h, step_window const& w, auto const& visit) {
  for (std::size_t e = 1; e < h.evaluations(); ++e)
    if (h.step(e - 1) >= w.first && h.step(e) <= w.last) visit(e - 1, e);
}

[[nodiscard]] inline std::optional<neighbour> nearest_of(state_history const& h, std::size_t e, std::size_t sample) {
  auto const& seen = h.at(e);
  if (seen.distance.empty()) return std::nullopt;
  return neighbour{seen.nearest[sample], seen.distance[sample]};
}

[[nodiscard]] inline final_class class_of(state_history const& h, std::size_t sample, class_criteria const& k) {
  std::size_t const all = h.evaluations(), tail = k.tail.value_or(std::max<std::size_t>(1, all / 10));
  if (h.state(all - 1, sample) == sample_state::memorized) return final_class::memorized;
  rate valid;
  for (std::size_t e = all - tail; e < all; ++e)
    valid.add(is_valid(h.state(e, sample)));
  if (valid.share() < k.stuck_below) return final_class::stuck;
  return valid.share() < k.valid_from ? final_class::flickering : final_class::valid_novel;
}

}  // namespace detail

/// How often which transitions happened.
[[nodiscard]] inline transition_table transitions_of(state_history const& h, step_window const& window = {}) {
  transition_table out;
  detail::for_each_pair(h, window, [&](std::size_t before, std::size_t after) {
    for (std::size_t i = 0; i < h.samples(); ++i)
      ++out.counts[static_cast<std::size_t>(h.state(before, i))][static_cast<std::size_t>(h.state(after, i))];
  });
  return out;
}

/// Every change of a state, in the order of steps and samples, with the nearest training boards before and after.
[[nodiscard]] inline std::vector<state_change> changes_of(state_history const& h, step_window const& window = {}) {
  std::vector<state_change> out;
  detail::for_each_pair(h, window, [&](std::size_t before, std::size_t after) {
    for (std::size_t i = 0; i < h.samples(); ++i)
      if (h.state(before, i) != h.state(after, i))
        out.push_back({i,
                       h.step(before),
                       h.step(after),
                       h.state(before, i),
                       h.state(after, i),
                       detail::nearest_of(h, before, i),
                       detail::nearest_of(h, after, i)});
  });
  return out;
}

/// Where the samples became valid, where copies, and what they came to. Shape [n].
///
/// Errors    throws range_error if there are fewer evaluations than the tail has, or none
[[nodiscard]] inline std::vector<trajectory> trajectories_of(state_history const& h, class_criteria const& k = {}) {
  std::size_t const tail = k.tail.value_or(1);
  require(tail >= 1 && tail <= h.evaluations(),
          "trajectories_of: expected a tail of 1 to {} evaluations, got {}",
          h.evaluations(),
          tail);
  std::vector<trajectory> out(h.samples());
  for (std::size_t i = 0; i < out.size(); ++i) {
    for (std::size_t e = h.evaluations(); e-- > 0;) {
      if (is_valid(h.state(e, i))) out[i].first_valid = h.step(e);
      if (h.state(e, i) == sample_state::memorized) out[i].first_memorized = h.step(e);
    }
    out[i].became = detail::class_of(h, i, k);
  }
  return out;
}

/// How many of the samples came to this.
[[nodiscard]] inline rate share_of(std::span<trajectory const> all, final_class c) {
  rate out;
  for (trajectory const& t : all)
    out.add(t.became == c);
  return out;
}

/// For each training board the first step at which a sample was its copy. Shape [train_size].
///
/// Errors    throws range_error if neighbours were not looked for, or one is beyond train_size
[[nodiscard]] inline std::vector<std::optional<std::uint64_t>> arrivals_of(state_history const& h,
                                                                           std::size_t train_size) {
  std::vector<std::optional<std::uint64_t>> out(train_size);
  for (std::size_t e = h.evaluations(); e-- > 0;)
    for (std::size_t i = 0; i < h.samples(); ++i) {
      if (h.state(e, i) != sample_state::memorized) continue;
      auto const nearest = detail::nearest_of(h, e, i);
      require(nearest.has_value(),
              "arrivals_of: expected states with their nearest boards, got none at step {}",
              h.step(e));
      require(nearest->index < train_size,
              "arrivals_of: expected boards below {}, got {} at step {}",
              train_size,
              nearest->index,
              h.step(e));
      out[nearest->index] = h.step(e);
    }
  return out;
}

}  // namespace regula
