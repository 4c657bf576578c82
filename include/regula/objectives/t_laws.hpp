// SPDX-License-Identifier: MIT
/// @file
/// The laws of the masking time t: each is a pure map of a uniform v and of the number of finished updates.
/// `t_beta`, which needs more than arithmetic, is in regula/objectives/t_beta.hpp.
#pragma once

#include <regula/error.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <numbers>
#include <string_view>

namespace regula {

/// Idea     The law of the share t of cells that masked diffusion hides.
/// Minimal  `at(v, step)`: t for v in [0, 1) after `step` finished updates, pure and without a floor;
///          `floored(v, step, floor)`: the same, never below the floor; `highest()`: the largest t where the law ends
///          lowest; `check(law)` throws range_error
/// Laws     `at` does not fall with v, but for a mixture at its seam; `floored` with floor 0 is `at`
template <class L>
concept TLaw = std::copyable<L> && requires(L const& law, double v, std::uint64_t step) {
  { law.at(v, step) } -> std::same_as<double>;
  { law.floored(v, step, v) } -> std::same_as<double>;
  { law.highest() } -> std::same_as<double>;
  check(law);
};

/// t uniform in [lo, hi]. A floor raises lo.
struct t_window {
  static constexpr std::string_view name = "t_window";

  double lo = 0;
  double hi = 1;

  [[nodiscard]] double at(double v, std::uint64_t /*step*/) const { return lo + (hi - lo) * v; }
  [[nodiscard]] double floored(double v, std::uint64_t step, double floor) const {
    return t_window{std::max(lo, floor), hi}.at(v, step);
  }
  [[nodiscard]] double highest() const { return hi; }
  friend bool operator==(t_window const&, t_window const&) = default;
};

/// The same t for every sample.
struct fixed_t {
  static constexpr std::string_view name = "fixed_t";

  double t = 0.5;

  [[nodiscard]] double at(double /*v*/, std::uint64_t /*step*/) const { return t; }
  [[nodiscard]] double floored(double v, std::uint64_t step, double floor) const {
    return std::max(at(v, step), floor);
  }
  [[nodiscard]] double highest() const { return t; }
};

/// One of two windows: the first with probability `share`.
struct t_mixture {
  static constexpr std::string_view name = "t_mixture";

  double share    = 0.5;
  t_window first  = {};
  t_window second = {};

  [[nodiscard]] double at(double v, std::uint64_t step) const { return floored(v, step, 0); }
  [[nodiscard]] double floored(double v, std::uint64_t step, double floor) const {
    return v < share ? first.floored(v / share, step, floor) : second.floored((v - share) / (1 - share), step, floor);
  }
  [[nodiscard]] double highest() const { return std::min(first.hi, second.hi); }
};

/// A window that moves linearly from start to end over `steps` updates and then stays.
struct t_anneal {
  static constexpr std::string_view name = "t_anneal";

  t_window start      = {};
  t_window end        = {};
  std::uint64_t steps = 1000;

  /// The window after `step` finished updates.
  [[nodiscard]] t_window window(std::uint64_t step) const {
    double const q = std::min(1.0, static_cast<double>(step) / static_cast<double>(steps));
    return {start.lo + q * (end.lo - start.lo), start.hi + q * (end.hi - start.hi)};
  }
  [[nodiscard]] double at(double v, std::uint64_t step) const { return window(step).at(v, step); }
  [[nodiscard]] double floored(double v, std::uint64_t step, double floor) const {
    return window(step).floored(v, step, floor);
  }
  [[nodiscard]] double highest() const { return std::min(start.hi, end.hi); }
};

/// t = cos(pi/2 (1 - v)), more of it near 1. With a floor, t = floor + (1 - floor) cos(...).
///
/// Source    the cosine masks of Chang et al. 2022 (MaskGIT)
struct t_cosine {
  static constexpr std::string_view name = "t_cosine";

  [[nodiscard]] double at(double v, std::uint64_t /*step*/) const { return std::cos(std::numbers::pi / 2 * (1 - v)); }
  [[nodiscard]] double floored(double v, std::uint64_t step, double floor) const {
    return floor + (1 - floor) * at(v, step);
  }
  [[nodiscard]] static double highest() { return 1; }
};

/// Errors    throws range_error naming the setting, what was expected and what was given
inline void check(t_window const& w) {
  require(w.lo >= 0 && w.lo <= 1, "t_window: expected lo in [0, 1], got {}", w.lo);
  require(w.hi >= 0 && w.hi <= 1, "t_window: expected hi in [0, 1], got {}", w.hi);
  require(w.lo <= w.hi, "t_window: expected lo <= hi, got lo {} and hi {}", w.lo, w.hi);
  require(w.hi > 0, "t_window: expected hi > 0, got {}: nothing would ever be hidden", w.hi);
}
inline void check(fixed_t const& law) {
  require(law.t > 0 && law.t <= 1, "fixed_t: expected t in (0, 1], got {}", law.t);
}
inline void check(t_mixture const& law) {
  require(law.share >= 0 && law.share <= 1, "t_mixture: expected share in [0, 1], got {}", law.share);
  check(law.first);
  check(law.second);
}
inline void check(t_anneal const& law) {
  check(law.start);
  check(law.end);
  require(law.steps > 0, "t_anneal: expected steps > 0, got 0");
}
inline void check(t_cosine const&) {}

}  // namespace regula
