// SPDX-License-Identifier: MIT
/// @file
/// compose(): parts in any order, recognised by concept, become a plan whose every fit is checked at compile time.
#pragma once

#include <regula/concepts/probe.hpp>
#include <regula/concepts/trains.hpp>
#include <regula/pipeline/view_of.hpp>

#include <boost/hana/bool.hpp>
#include <boost/hana/count_if.hpp>
#include <boost/hana/filter.hpp>
#include <boost/hana/front.hpp>
#include <boost/hana/tuple.hpp>

#include <cstddef>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

namespace regula {

class named_tensors;  // io/named_tensors.hpp

/// A composed experiment: one rule, one model, one objective, any number of probes.
template <Rule R, Model M, Objective O, Probe... Ps>
struct plan {
  using rule_type      = R;
  using model_type     = M;
  using objective_type = O;
  using results_type   = std::tuple<typename Ps::result...>;

  R rule;
  M model;
  O objective;
  std::tuple<Ps...> probes;

  /// The shape of one sample as the model sees it.
  [[nodiscard]] constexpr data_shape shape() const {
    return {board_of<R>(), objective.channels(R::alphabet), R::alphabet};
  }
};

namespace detail {

namespace hana = boost::hana;

struct is_rule {
  template <class T>
  constexpr auto operator()(T) const {
    return hana::bool_c<Rule<typename T::type>>;
  }
};
struct is_model {
  template <class T>
  constexpr auto operator()(T) const {
    return hana::bool_c<Model<typename T::type>>;
  }
};
struct is_objective {
  template <class T>
  constexpr auto operator()(T) const {
    return hana::bool_c<Objective<typename T::type>>;
  }
};
struct is_probe {
  template <class T>
  constexpr auto operator()(T) const {
    return hana::bool_c<Probe<typename T::type>>;
  }
};

/// The type of a part as a value for Hana. (`hana::type` cannot be deduced from, this can.)
template <class T>
struct part {
  using type = T;
};

template <class... Parts>
using part_list = hana::tuple<part<Parts>...>;

/// How many of the parts satisfy the predicate.
template <class Is, class... Parts>
inline constexpr std::size_t count = decltype(hana::count_if(part_list<Parts...>{}, Is{}))::value;

/// The part that satisfies the predicate.
template <class Is, class... Parts>
using only = typename std::remove_cvref_t<decltype(hana::front(hana::filter(part_list<Parts...>{}, Is{})))>::type;

/// The probes among the parts, in their order.
template <class... Parts>
using probes_of = decltype(hana::filter(part_list<Parts...>{}, is_probe{}));

/// How often T is among the parts.
template <class T, class... Parts>
inline constexpr std::size_t times = (std::size_t{std::is_same_v<T, Parts>} + ...);

/// A network that is never called: stands for every engine's while a plan is checked.
struct any_network {
  using real = float;
  void evaluate(network_input<float> const&, std::span<float>) const;
  named_tensors weights() const;
};

/// What probes would see of the model of an objective.
template <Objective O>
using any_view = decltype(view_of(std::declval<O const&>(), std::declval<any_network&>(), data_shape{}));

/// True if the objective's models can be drawn from.
template <Objective O>
inline constexpr bool has_sampler = !std::is_same_v<decltype(std::declval<O const&>().sampler()), no_sampler>;

/// What there is to say about the parts, as numbers. It holds no assertion: clang takes a class with a failed one for
/// broken and goes on to complain about everything that asks it.
template <class... Parts>
struct parts_facts {
  static constexpr bool known         = ((Rule<Parts> || Model<Parts> || Objective<Parts> || Probe<Parts>) && ...);
  static constexpr bool one_rule      = count<is_rule, Parts...> == 1;
  static constexpr bool one_model     = count<is_model, Parts...> == 1;
  static constexpr bool one_objective = count<is_objective, Parts...> == 1;
  static constexpr bool one_of_each   = one_rule && one_model && one_objective;
  static constexpr bool different     = ((times<Parts, Parts...> == 1) && ...);
  static constexpr bool ok            = known && one_of_each && different;
};

/// How the parts fit together.
template <class R, class M, class O, class... Ps>
struct fit_facts {
  static constexpr bool trains   = Trains<O, M>;
  static constexpr bool encodes  = O::accepts(R::alphabet);
  static constexpr bool measured = (Measures<Ps, R, any_view<O>> && ...);
  static constexpr bool sampled  = has_sampler<O> || ((Ps::needs != probe_need::samples) && ...);
  static constexpr bool judged   = !requires { R::clause_families; } || HasClauses<R>;
  static constexpr bool ok       = trains && encodes && measured && sampled && judged;
};

/// Returned after a diagnosed mistake, so that nothing else complains.
struct no_plan {};

/// Says what is wrong with the parts.
template <class Facts>
constexpr no_plan refuse_parts() {
  static_assert(Facts::known,
                "[regula:C0] every argument of compose() is a Rule, a Model, an Objective or a Probe: "
                "check_rule, check_model, check_objective and check_probe say what a part lacks");
  static_assert(!Facts::known || Facts::one_rule, "[regula:C1] compose() takes exactly one Rule");
  static_assert(!Facts::known || Facts::one_model, "[regula:C2] compose() takes exactly one Model");
  static_assert(!Facts::known || Facts::one_objective, "[regula:C3] compose() takes exactly one Objective");
  static_assert(!Facts::known || !Facts::one_of_each || Facts::different,
                "[regula:C7] compose() takes a Probe of one type once");
  return {};
}

/// Says what keeps the parts from fitting together.
template <class Facts>
constexpr no_plan refuse_fit() {
  static_assert(Facts::trains,
                "[regula:C4] this Objective cannot train this Model: the Model does not offer the head it needs");
  static_assert(!Facts::trains || Facts::measured,
                "[regula:C5] a Probe has 'result measure(evaluation<R, V> const&) const' for the Rule of the plan and "
                "the view of its model");
  static_assert(!Facts::trains || !Facts::measured || Facts::sampled,
                "[regula:C9] this Objective has no sampler, and a Probe of the plan needs boards drawn from the model");
  static_assert(!Facts::trains || Facts::encodes,
                "[regula:C6] this Objective's encoding does not take the Rule's alphabet");
  static_assert(!Facts::trains || Facts::judged,
                "[regula:C8] a Rule that states 'clause_families' has 'void judge(cells<cell_count>, std::span<bool>) "
                "const noexcept'");
  return {};
}

template <class R, class M, class O, class All, class... Ps>
constexpr auto assemble(All const& all, hana::tuple<part<Ps>...>) {
  using facts = fit_facts<R, M, O, Ps...>;
  if constexpr (facts::ok)
    return plan<R, M, O, Ps...>{
        std::get<R>(all), std::get<M>(all), std::get<O>(all), std::tuple<Ps...>{std::get<Ps>(all)...}};
  else
    return refuse_fit<facts>();
}

}  // namespace detail

/// A plan of the given parts, in any order: exactly one Rule, Model and Objective, any number of different Probes.
///
/// Codes     C0 C1 C2 C3 C4 C5 C6 C7 C8 C9 (docs/diagnostics.md)
template <class... Parts>
[[nodiscard]] constexpr auto compose(Parts... parts) {
  using namespace detail;
  if constexpr (parts_facts<Parts...>::ok)
    return assemble<only<is_rule, Parts...>, only<is_model, Parts...>, only<is_objective, Parts...>>(
        std::tuple<Parts...>{parts...}, probes_of<Parts...>{});
  else
    return refuse_parts<parts_facts<Parts...>>();
}

}  // namespace regula
