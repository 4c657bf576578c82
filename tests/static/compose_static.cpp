// SPDX-License-Identifier: MIT
/// @file
/// What compose() makes of parts in any order; compiled, never linked.
#include <regula/core.hpp>

#include <tuple>
#include <type_traits>

namespace {

namespace rg = regula;

using rule      = rg::group_parity<12, 3>;
using model     = rg::dit<rg::size{.width = 8, .depth = 1, .heads = 2}>;
using objective = rg::denoising<>;
using accuracy  = rg::rule_accuracy;
using memory    = rg::memorization;

template <class... Parts>
using composed = decltype(rg::compose(Parts{}...));

static_assert(std::is_same_v<composed<rule, model, objective>, rg::plan<rule, model, objective>>);
static_assert(std::is_same_v<composed<rule, objective, model>, rg::plan<rule, model, objective>>);
static_assert(std::is_same_v<composed<model, rule, objective>, rg::plan<rule, model, objective>>);
static_assert(std::is_same_v<composed<model, objective, rule>, rg::plan<rule, model, objective>>);
static_assert(std::is_same_v<composed<objective, rule, model>, rg::plan<rule, model, objective>>);
static_assert(std::is_same_v<composed<objective, model, rule>, rg::plan<rule, model, objective>>);

// Probes keep the order in which they come, whatever stands between them.
static_assert(std::is_same_v<composed<accuracy, rule, memory, model, objective>,
                             rg::plan<rule, model, objective, accuracy, memory>>);
static_assert(std::is_same_v<composed<memory, objective, model, rule, accuracy>,
                             rg::plan<rule, model, objective, memory, accuracy>>);
static_assert(std::is_same_v<composed<accuracy, rule, model, objective>::results_type, std::tuple<accuracy::result>>);

// The values of the parts arrive.
constexpr auto plan = rg::compose(objective{.sigma_data = 0.5, .encoding = {.tolerance = 0.25}}, model{}, rule{});
static_assert(plan.objective.sigma_data == 0.5 && plan.objective.encoding.tolerance == 0.25);

// The model sees the rule's board in the objective's encoding.
static_assert(plan.shape() == rg::data_shape{{3, 4}, 1, 2});
static_assert(rg::compose(rg::row_k<2, 6, 3>{}, model{}, objective{}).shape() == rg::data_shape{{2, 6}, 1, 2});

static_assert(std::is_copy_constructible_v<composed<rule, model, objective, accuracy>>);

}  // namespace
