// SPDX-License-Identifier: MIT
/// @file
/// oracle_errors(): what the probe denoising_error measures of exact models, to set beside that of a network.
#pragma once

#include <regula/concepts/exact_rule.hpp>
#include <regula/oracles/denoiser.hpp>
#include <regula/oracles/empirical.hpp>
#include <regula/oracles/independent.hpp>
#include <regula/oracles/population.hpp>
#include <regula/probes/denoising_error.hpp>

#include <boost/hana/adapt_struct.hpp>

#include <optional>
#include <type_traits>
#include <utility>

namespace regula {

/// What the rule, memory alone and marginals alone make of the same noisy boards.
struct oracle_error_curves {
  std::optional<denoising_error::result> population  = {};  ///< none for a rule without an exact oracle
  std::optional<denoising_error::result> empirical   = {};  ///< none without training boards
  std::optional<denoising_error::result> independent = {};
};

/// The curves of the three oracles on the boards, scales and noise that the probe takes in this evaluation. They are
/// the same at all evaluations of a run, so that once a run is enough.
///
/// `independent` has the marginals of the population; for a rule without an exact oracle, those of the training boards.
/// Cost      the probe's, with O(N D) an evaluation of `empirical` with N training boards
template <Rule R, DenoisesBoards V>
[[nodiscard]] oracle_error_curves oracle_errors(denoising_error const& probe, evaluation<R, V> const& e) {
  oracle_error_curves out;
  auto const measured = [&](auto const& oracle) {
    oracle_denoiser const view{oracle, e.model.encoding()};
    using view_type = std::remove_const_t<decltype(view)>;
    return probe.measure(evaluation<R, view_type>{e.rule, e.step, e.data, e.samples, e.sample_values, view, e.streams});
  };
  if constexpr (Automaton<R> || Enumerable<R>) {
    population const knows{e.rule};
    out.population  = measured(knows);
    out.independent = measured(independent_of(knows));
  }
  if (!e.data.training.empty()) {
    auto const copies = empirical_of(e.rule, e.data.training);
    out.empirical     = measured(copies);
    if (!out.independent) out.independent = measured(independent_of(copies));
  }
  return out;
}

}  // namespace regula

BOOST_HANA_ADAPT_STRUCT(regula::oracle_error_curves, population, empirical, independent);
