// SPDX-License-Identifier: MIT
/// @file
/// The laws of probes, one function each: it gives the sentence of a counterexample, or nothing.
#pragma once

#include <regula/concepts/probe.hpp>
#include <regula/data/board_set.hpp>
#include <regula/probes/rate.hpp>
#include <regula/testing/detail/examined_rule.hpp>
#include <regula/testing/detail/probe_results.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace regula::laws::detail {

/// Some of the samples of an evaluation, in an order of their own.
template <Rule R, class V>
struct chosen_samples {
  static constexpr std::size_t D = R::cell_count;

  evaluation<R, V> const& of;
  board_set<D> samples      = {};
  std::vector<float> values = {};

  void add(std::size_t i) {
    samples.push_back(of.samples[i]);
    std::size_t const size = of.samples.empty() ? 0 : of.sample_values.size() / of.samples.size();
    auto const row         = of.sample_values.subspan(i * size, size);
    values.insert(values.end(), row.begin(), row.end());
  }

  [[nodiscard]] evaluation<R, V> view() const {
    return {of.rule, of.step, of.data, samples, values, of.model, of.streams};
  }
};

template <Rule R, class V>
chosen_samples<R, V> backwards(evaluation<R, V> const& e) {
  chosen_samples<R, V> out{e};
  for (std::size_t i = e.samples.size(); i-- > 0;)
    out.add(i);
  return out;
}

template <Probe P>
std::string name_of_probe() {
  return std::string{std::string_view{P::name}};
}

/// True if P says that its lists hold one element a sample.
template <Probe P>
constexpr bool is_by_sample() {
  if constexpr (requires { P::by_sample; })
    return P::by_sample;
  else
    return false;
}

template <Probe P, Rule R, class V>
finding measure_is_pure(P const& probe, evaluation<R, V> const& e) {
  auto const first = probe.measure(e);
  static_cast<void>(probe.measure(backwards(e).view()));  // so that a probe which remembers is found out
  std::string where;
  if (differ(first, probe.measure(e), where, none_reversed))
    return fmt::format("measure is pure: {} measured one evaluation twice and got two results: they differ in result{}",
                       name_of_probe<P>(),
                       where);
  P const copy = probe;
  if (differ(first, copy.measure(e), where, none_reversed))
    return fmt::format("measure is pure: a copy of {} measured something else: the results differ in result{}",
                       name_of_probe<P>(),
                       where);
  return {};
}

template <Probe P, Rule R, class V>
finding nothing_is_written(P const& probe, evaluation<R, V> const& e) {
  auto const samples = e.samples;
  auto const data    = e.data;
  std::vector<float> const values(e.sample_values.begin(), e.sample_values.end());
  static_cast<void>(probe.measure(e));
  auto const written = [&](char const* what) {
    return fmt::format("nothing is written: {} changed the {} of the evaluation", name_of_probe<P>(), what);
  };
  if (!(samples == e.samples)) return written("samples");
  if (!std::ranges::equal(values, e.sample_values, [](float a, float b) { return a == b || (a != a && b != b); }))
    return written("values of the samples");
  if (!(data.training == e.data.training && data.held_out == e.data.held_out && data.control == e.data.control))
    return written("data");
  return {};
}

template <Probe P, Rule R, class V>
finding order_does_not_matter(P const& probe, evaluation<R, V> const& e) {
  auto const turned          = backwards(e);
  reversed_lists const lists = {is_by_sample<P>() ? e.samples.size() : 0};
  std::string where;
  if (differ(probe.measure(e), probe.measure(turned.view()), where, lists))
    return fmt::format(
        "the order of samples does not matter: {} measured something else of the samples in opposite "
        "order: the results differ in result{}. (A probe whose lists hold one element a sample says so "
        "by 'static constexpr bool by_sample = true')",
        name_of_probe<P>(),
        where);
  return {};
}

/// Every count is at most its total; and where the totals of two halves of the samples add up to that of all of them,
/// so do the counts.
template <Probe P, Rule R, class V>
finding counts_add_up(P const& probe, evaluation<R, V> const& e) {
  chosen_samples<R, V> first{e}, second{e};
  for (std::size_t i = 0; i < e.samples.size(); ++i)
    (i % 3 == 0 ? first : second).add(i);
  std::vector<named_rate> all, a, b;
  collect_rates(probe.measure(e), "result", all);
  collect_rates(probe.measure(first.view()), "result", a);
  collect_rates(probe.measure(second.view()), "result", b);
  for (auto const& [name, r] : all)
    if (r.count > r.total)
      return fmt::format("counts add up: {} counts {} of {} in {}", name_of_probe<P>(), r.count, r.total, name);
  if (a.size() != all.size() || b.size() != all.size()) return {};
  for (std::size_t i = 0; i < all.size(); ++i) {
    rate const &x = a[i].second, &y = b[i].second, &sum = all[i].second;
    if (x.total + y.total == sum.total && x.count + y.count != sum.count)
      return fmt::format(
          "counts add up: {} counts {} of {} and {} of {} in two parts of the samples, but {} of {} in "
          "all of them, in {}",
          name_of_probe<P>(),
          x.count,
          x.total,
          y.count,
          y.total,
          sum.count,
          sum.total,
          all[i].first);
  }
  return {};
}

/// Trains a plan without and with the probe; nothing but the time it takes may differ.
template <Probe P, class Plan, class Settings, class Engine>
finding run_is_left_alone(P const& probe, Plan const& plan, Settings const& how, Engine const& engine) {
  auto without = train(plan, how, engine);
  auto with    = train(compose(plan.rule, plan.model, plan.objective, probe), how, engine);
  auto ours    = without.begin();
  std::string const name{name_of_probe<P>()};
  for (auto const& step : with) {
    if (step.index != ours->index || step.loss != ours->loss)
      return fmt::format("the run is left alone: with {} the loss of step {} is {}, without it {}",
                         name,
                         step.index,
                         step.loss,
                         ours->loss);
    ++ours;
  }
  auto const a = without.weights(), b = with.weights();
  for (auto const& [tensor, values] : a)
    if (!(b.at(tensor) == values))
      return fmt::format("the run is left alone: with {} the tensor {} has other bits at the end", name, tensor);
  if (!(without.data().training == with.data().training))
    return fmt::format("the run is left alone: {} changed the training set", name);
  return {};
}

}  // namespace regula::laws::detail
