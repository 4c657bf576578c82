// SPDX-License-Identifier: MIT
/// @file
/// The probe of what the simplest associative memory makes of a run's boards: the baseline of recovery and fixed
/// points.
#pragma once

#include <regula/concepts/probe.hpp>
#include <regula/probes/mean_value.hpp>
#include <regula/probes/rate.hpp>
#include <regula/probes/recovery_score.hpp>
#include <regula/probes/symbol_corruption.hpp>
#include <regula/spins/critical_corruption.hpp>
#include <regula/spins/gardner.hpp>
#include <regula/spins/pseudo_likelihood.hpp>

#include <boost/hana/adapt_struct.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace regula {

/// Couplings between the cells of binary boards, trained on the training boards by pseudo-likelihood, and how they hold
/// these and others: what a network without depth would do. Symbol 1 is spin +1, symbol 0 is -1.
///
/// It looks at the data only, and gives the same at every evaluation up to its draws: one evaluation is enough.
/// Cost      the training, 4 P D^2 operations a step
/// Source    Pham et al. 2026, arXiv:2604.26841, appendix E
struct pattern_memory {
  static constexpr std::string_view name = "pattern_memory";
  static constexpr probe_need needs      = probe_need::model;

  std::size_t boards = 1024;  ///< the first so many of each set, at most
  pseudo_likelihood_descent training{};
  corruption_search search{};
  double flipped = 0.1;  ///< share of spins, each flipped on its own, for `recovery`

  /// What the memory makes of one set.
  struct on_set {
    mean_value loss;          ///< nats a spin, over boards
    rate held;                ///< boards that one step does not change
    recovery_score recovery;  ///< of boards with some spins flipped
  };
  struct result {
    double load;             ///< patterns a spin
    double stability;        ///< the least margin of the training boards over the length of its couplings
    double largest;          ///< stability that random patterns of this load can have
    double bound;            ///< share of flips at which their noise is as strong as a field of this stability
    corruption_curve curve;  ///< overlaps of training boards by the share of flipped spins
    on_set seen;
    on_set unseen;  ///< held-out boards
    on_set random;  ///< control boards
  };

  /// Errors    throws range_error without training boards, and for settings that `check` refuses
  template <Rule R, class V>
    requires(R::alphabet == 2)
  [[nodiscard]] result measure(evaluation<R, V> const& e) const {
    constexpr std::size_t D = R::cell_count;
    require(flipped >= 0 && flipped <= 1, "pattern_memory: expected flipped in [0, 1], got {}", flipped);
    auto const spins = [&](board_set<D> const& set) {
      std::vector<double> out;
      for (token const v : set.tokens().first(std::min(boards, set.size()) * D))
        out.push_back(v == 1 ? 1 : -1);
      return out;
    };
    auto const learnt = spins(e.data.training);
    auto const memory = memory_of(learnt, D, training);
    auto const of     = [&](std::vector<double> const& x, std::size_t k) {
      return judged(memory, x, part_of(e.streams, k));
    };
    double const load = static_cast<double>(learnt.size() / D) / static_cast<double>(D),
                 held = memory.stability(learnt);
    return {load,
            held,
            load <= 1000 ? largest_stability(load) : std::numeric_limits<double>::quiet_NaN(),
            corruption_bound(held),
            critical_corruption(memory, learnt, part_of(e.streams, 0), search),
            of(learnt, 1),
            of(spins(e.data.held_out), 2),
            of(spins(e.data.control), 3)};
  }

 private:
  [[nodiscard]] on_set judged(spin_couplings const& memory, std::vector<double> const& x, stream_family streams) const {
    std::size_t const n = memory.spins();
    on_set out;
    running_mean loss;
    std::vector<token> clean, corrupted, restored;
    for (std::size_t i = 0; i < x.size() / n; ++i) {
      auto const pattern = std::span{x}.subspan(i * n, n);
      loss.add(pseudo_likelihood_loss(memory, pattern) / static_cast<double>(n));
      std::vector<double> z(pattern.begin(), pattern.end());
      out.held.add(!memory.step(z));
      stream rng = streams(i);
      z.assign(pattern.begin(), pattern.end());
      for (double& spin : z)
        if (uniform(rng) < flipped) spin = -spin;
      append(clean, pattern);
      append(corrupted, z);
      memory.settle(z, search.steps);
      append(restored, z);
    }
    out.loss     = loss.value();
    out.recovery = recovery_of(clean, corrupted, restored, n);
    return out;
  }

  static void append(std::vector<token>& to, std::span<double const> spins) {
    for (double const s : spins)
      to.push_back(s > 0);
  }
};

}  // namespace regula

BOOST_HANA_ADAPT_STRUCT(regula::pseudo_likelihood_descent, steps, rate);
BOOST_HANA_ADAPT_STRUCT(regula::pattern_memory, boards, training, search, flipped);
BOOST_HANA_ADAPT_STRUCT(regula::pattern_memory::on_set, loss, held, recovery);
BOOST_HANA_ADAPT_STRUCT(regula::pattern_memory::result, load, stability, largest, bound, curve, seen, unseen, random);
