// SPDX-License-Identifier: MIT
/// @file
/// Everything that made a run, as run.json holds it: plan, settings, data, engine, build, machine.
#pragma once

#include <regula/data/data_hash.hpp>
#include <regula/data/split.hpp>
#include <regula/pipeline/compose.hpp>
#include <regula/runs/json.hpp>
#include <regula/runs/machine.hpp>

#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>

namespace regula {

/// The plan in words: `group_parity{cells 36, group 3} | dit{width 64, depth 3, heads 4} | denoising | rule_accuracy`.
template <class... Ps>
[[nodiscard]] std::string plan_text(plan<Ps...> const& p) {
  std::string out = describe(p.rule).text() + " | " + describe(p.model).text() + " | " + describe(p.objective).text();
  std::apply([&](auto const&... probes) { ((out += " | " + describe(probes).text()), ...); }, p.probes);
  return out;
}

/// The rule of a plan: description, cells, alphabet, board, population (null if the rule does not state it).
template <Rule R>
[[nodiscard]] json rule_json(R const& rule) {
  json out          = part_json(rule);
  out["cells"]      = R::cell_count;
  out["alphabet"]   = R::alphabet;
  out["board"]      = to_json(board_of<R>());
  out["population"] = nullptr;
  if constexpr (Counted<R>) out["population"] = to_json(rule.population());
  return out;
}

/// How many boards a run has of each kind, and the fingerprint of the training set (data/data_hash.hpp).
template <std::size_t D>
[[nodiscard]] json data_json(data_split<D> const& data) {
  return {{"training", data.training.size()},
          {"held_out", data.held_out.size()},
          {"control", data.control.size()},
          {"training_hash", "xxh3-128:" + data_hash(data.training)}};
}

/// The content of run.json without the status.
template <class Run>
[[nodiscard]] json run_facts(Run const& run) {
  auto const& p            = run.plan();
  json model               = part_json(p.model);
  model["parameter_count"] = std::remove_cvref_t<decltype(p.model)>::parameter_count(p.shape());
  json probes              = json::array();
  std::apply([&](auto const&... each) { (probes.push_back(part_json(each)), ...); }, p.probes);
  json engine = json::object();
  for (auto const& [key, value] : run.trainer().facts())
    engine[key] = value;
  return {{"started", utc_now()},
          {"plan", plan_text(p)},
          {"rule", rule_json(p.rule)},
          {"model", std::move(model)},
          {"objective", part_json(p.objective)},
          {"probes", std::move(probes)},
          {"settings", to_json(run.settings())},
          {"data", data_json(run.data())},
          {"metrics_are_of", std::string{name_of(run.settings().evaluation.weights)} + " weights"},
          {"engine", std::move(engine)},
          {"build", build_facts()},
          {"machine", machine_facts()}};
}

}  // namespace regula
