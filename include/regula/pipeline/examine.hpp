// SPDX-License-Identifier: MIT
/// @file
/// examine(): what probes say of an oracle, drawn and measured as an evaluation of a run is.
#pragma once

#include <regula/concepts/probe.hpp>
#include <regula/concepts/trains.hpp>
#include <regula/data/split.hpp>
#include <regula/oracles/model_of.hpp>
#include <regula/pipeline/settings.hpp>
#include <regula/random/stream.hpp>
#include <regula/samplers/any_sampler.hpp>

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>

namespace regula {

/// What each probe measures of an oracle: the floor and the ceiling of what it will measure of a network.
///
/// Samples come from the same noise as those of a run with this seed, and the sets from `data`.
template <Rule R, Objective O, Oracle M, Probe... Ps>
  requires Evaluates<O, M>
[[nodiscard]] std::tuple<typename Ps::result...> examine(R const& rule,
                                                         O const& objective,
                                                         M const& oracle,
                                                         data_split<R::cell_count> const& data,
                                                         evaluation_settings const& how,
                                                         std::uint64_t seed,
                                                         Ps const&... probes) {
  auto const view = model_of(objective, oracle);
  data_shape const shape{board_of<R>(), objective.channels(R::alphabet), R::alphabet};
  drawn_samples<R::cell_count> const drawn =
      draw_samples<R::cell_count>(how.sampler, objective, view, how.samples, shape, {seed, purpose::sampler});
  evaluation<R, std::remove_const_t<decltype(view)>> const e{
      rule, 0, data, drawn.boards, drawn.values, view, {seed, purpose::probe, 0}};
  return {probes.measure(e)...};
}

}  // namespace regula
