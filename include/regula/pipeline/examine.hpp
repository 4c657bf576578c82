// SPDX-License-Identifier: MIT
/// @file
/// examine(): what probes say of an oracle, drawn and measured as an evaluation of a run is.
#pragma once

#include <regula/concepts/probe.hpp>
#include <regula/concepts/trains.hpp>
#include <regula/data/split.hpp>
#include <regula/objectives/denoising.hpp>
#include <regula/oracles/denoiser.hpp>
#include <regula/pipeline/settings.hpp>
#include <regula/random/stream.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <type_traits>
#include <vector>

namespace regula {

/// The oracle as samplers and probes see it with a continuous objective.
template <Encoding E, Oracle M>
  requires Evaluates<denoising<E>, M>
[[nodiscard]] oracle_denoiser<M, E> model_of(denoising<E> const& objective, M const& oracle) {
  return {oracle, objective.encoding};
}

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
  std::vector<float> const values = how.sampler.sample(view, how.samples, shape.values(), {seed, purpose::sampler});
  board_set<R::cell_count> boards;
  boards.reserve(how.samples);
  std::array<token, R::cell_count> board;
  for (std::size_t i = 0; i < how.samples; ++i) {
    objective.decode(std::span{values}.subspan(i * shape.values(), shape.values()), shape, board);
    boards.push_back(board);
  }
  evaluation<R, std::remove_const_t<decltype(view)>> const e{
      rule, 0, data, boards, values, view, {seed, purpose::probe, 0}};
  return {probes.measure(e)...};
}

}  // namespace regula
