// SPDX-License-Identifier: MIT
/// @file
/// Which objective trains which model: the whole grid, right pairs and wrong ones; compiled, never linked.
#include <regula/concepts/trains.hpp>
#include <regula/core.hpp>
#include <regula/objectives/t_beta.hpp>
#include <regula/objectives/uniform_diffusion.hpp>

#include <type_traits>

namespace {

using namespace regula;

template <class... Parts>
struct list {};

using denoisers = list<dit<>, dit<sizes::dit_mini>>;
using causals   = list<gpt<>, gpt<sizes::gpt_nano>>;
using maskeds =
    list<gpt<size{.attends = attention::bidirectional}>, uddm_masked<>, uddm_masked<size{.width = 32, .depth = 1}>>;
using timeds = list<uddm<>, uddm<sizes::uddm_tiny>>;
using predictors =
    list<uniform_attention_mlp<>, uniform_attention_mlp<reduced{.mean = true, .bias = true}>, one_layer_transformer<>>;

template <class O, class... Ms>
consteval bool trains_all(list<Ms...>) {
  return (Trains<O, Ms> && ...);
}
template <class O, class... Ms>
consteval bool trains_none(list<Ms...>) {
  return (!Trains<O, Ms> && ...);
}
/// O trains all models of `Own` and none of any other list.
template <class O, class Own, class... Lists>
consteval bool trains_only() {
  return Objective<O> && trains_all<O>(Own{}) && ((std::is_same_v<Own, Lists> || trains_none<O>(Lists{})) && ...);
}
template <class O, class Own>
constexpr bool fits = trains_only<O, Own, denoisers, causals, maskeds, timeds, predictors>();

static_assert(fits<denoising<>, denoisers>);
static_assert(fits<next_token, causals>);
static_assert(fits<masked_diffusion<>, maskeds>);
static_assert(fits<masked_diffusion<fixed_t>, maskeds>);
static_assert(fits<masked_diffusion<t_mixture>, maskeds>);
static_assert(fits<masked_diffusion<t_anneal>, maskeds>);
static_assert(fits<masked_diffusion<t_cosine>, maskeds>);
static_assert(fits<masked_diffusion<t_beta>, maskeds>);
static_assert(fits<output_supervision, maskeds>);
static_assert(fits<uniform_diffusion, timeds>);
static_assert(fits<squared_parity, predictors>);

// A law is deduced from what is set.
static_assert(std::is_same_v<decltype(masked_diffusion{.t = fixed_t{0.2}}), masked_diffusion<fixed_t>>);
static_assert(std::is_same_v<decltype(masked_diffusion{.t = {.lo = 0.1, .hi = 0.4}}), masked_diffusion<t_window>>);
static_assert(!TLaw<double> && !TLaw<uniform_diffusion> && TLaw<t_window>);

// Published parameter counts, without a network
// -------------------------------------------------------------------------
constexpr data_shape text{{1, 128}, 1, 30522};
static_assert(uddm<sizes::uddm_tiny>::parameter_count(text) == 23'664'442);
static_assert(uddm<sizes::uddm_small>::parameter_count(text) == 139'292'986);
static_assert(uddm<sizes::uddm_medium>::parameter_count(text) == 384'037'946);

}  // namespace
