// SPDX-License-Identifier: MIT
/// @file
/// The Probe concept: a measurement taken along training, on an evaluation that all probes share.
#pragma once

#include <regula/concepts/rule_refinements.hpp>
#include <regula/data/split.hpp>
#include <regula/random/stream.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

namespace regula {

/// What a probe looks at.
enum class probe_need {
  samples,  ///< boards drawn from the model
  model,    ///< the model itself, as its view (pipeline/view_of.hpp): nothing has to be drawn
};

/// Everything there is to measure at one point of a run. Samples are drawn once and shared by all probes.
///
/// View is the model as samplers call it: a denoiser for `head::denoiser`, see pipeline/view_of.hpp for all heads.
template <Rule R, class View>
struct evaluation {
  static constexpr std::size_t cell_count = R::cell_count;

  R const& rule;
  std::uint64_t step;                       ///< finished updates
  data_split<R::cell_count> const& data;    ///< training, held-out and control boards
  board_set<R::cell_count> const& samples;  ///< [n, D] drawn from the model; undecodable cells are `no_token`
  std::span<float const> sample_values;     ///< [n, D, C] before decoding; empty for models of symbols
  View const& model;                        ///< raw or averaged weights, as the settings say
  stream_family streams;                    ///< of purpose::probe at this step: a probe's own draws
};

template <class P>
concept StatesResult = requires {
  typename P::result;
  typename std::bool_constant<static_cast<probe_need const&>(P::needs) == probe_need::samples>;
  typename std::bool_constant<std::string_view{P::name}.empty()>;
};

/// True if probe P can measure evaluations of rule R and model view V.
template <class P, class R, class V>
concept Measures = StatesResult<P> && requires(P const& p, evaluation<R, V> const& e) {
  { p.measure(e) } -> std::same_as<typename P::result>;
};

/// Idea     A measurement: a value that looks at an evaluation and returns a struct of numbers.
/// Minimal  type `result` (a struct adapted by Boost.Hana, members: numbers, `rate`, lists of `family_rate`);
///          `static constexpr probe_need needs`; `static constexpr std::string_view name`;
///          `result measure(auto const& evaluation) const`
/// Optional `static constexpr bool by_sample`: true if lists of the result hold one element a sample
/// Laws     `measure` is pure: it writes nothing, prints nothing, and never changes the run; without `by_sample` the
///          order of the samples does not matter (testing/laws.hpp)
/// Codes    P0 P1 (docs/diagnostics.md); C5 if `measure` does not take evaluations of the plan's rule
template <class P>
concept Probe = std::copyable<P> && StatesResult<P>;

/// Says in words what keeps P from being a Probe; true if nothing does.
template <class P>
consteval bool check_probe() {
  static_assert(std::copyable<P>, "[regula:P0] a Probe is a value: make it copyable");
  static_assert(StatesResult<P>,
                "[regula:P1] a Probe has a type 'result' and states 'static constexpr regula::probe_need needs' and "
                "'static constexpr std::string_view name'");
  return true;
}

}  // namespace regula
