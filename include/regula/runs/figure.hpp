// SPDX-License-Identifier: MIT
/// @file
/// write_figure(): the picture of a run, from its folder alone.
#pragma once

#include <regula/error.hpp>
#include <regula/io/atomic_file.hpp>
#include <regula/runs/detail/drawing.hpp>
#include <regula/runs/detail/figure_script.hpp>
#include <regula/runs/metrics.hpp>

#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace regula {

/// Draws a run: rule accuracy and copies against steps, both clocks, the innovation window shaded, the loss below.
///
/// Writes figure.csv (the curves), figure.gp (a gnuplot script that needs nothing but the table) and, where gnuplot is
/// on PATH, figure.svg. A run that still goes on is drawn as far as it is.
///
/// Errors    throws file_error if metrics.jsonl cannot be read or the folder not be written
[[nodiscard]] figure_report write_figure(std::filesystem::path const& folder, clock_criteria const& criteria = {});

namespace detail {

/// A member of a JSON value along a path of names; null where it is missing.
[[nodiscard]] inline json member(json const& value, std::initializer_list<std::string_view> path) {
  json const* at = &value;
  for (std::string_view const name : path) {
    if (!at->is_object()) return nullptr;
    auto const found = at->find(std::string{name});
    if (found == at->end()) return nullptr;
    at = &*found;
  }
  return *at;
}

/// A part of a record in words: `group_parity{cells 24, group 2}`.
[[nodiscard]] inline std::string part_text(json const& part) {
  auto const name = member(part, {"name"});
  std::string out = name.is_string() ? name.get<std::string>() : "?";
  std::string inside;
  if (auto const list = member(part, {"parameters"}); list.is_object())
    for (auto const& [key, value] : list.items())
      inside += (inside.empty() ? "" : ", ") + key + ' ' + text_of(value);
  return inside.empty() ? out : out + " (" + inside + ')';
}

/// Title and chance of the rule, as far as run.json tells.
inline void add_run_facts(std::filesystem::path const& folder, figure_facts& f) {
  json run;
  try {
    run = read_run(folder);
  } catch (file_error const&) {
    return;  // the curves alone make a figure
  }
  f.title = part_text(member(run, {"rule"})) + ",  N = " + text_of(member(run, {"data", "training"})) + ",  " +
            part_text(member(run, {"model"})) + ",  seed " + text_of(member(run, {"settings", "seed"}));
  auto const log2     = member(run, {"rule", "population", "log2"});
  auto const cells    = member(run, {"rule", "cells"});
  auto const alphabet = member(run, {"rule", "alphabet"});
  if (log2.is_number() && cells.is_number() && alphabet.is_number())
    f.rule_chance = std::exp2(log2.get<double>() - cells.get<double>() * std::log2(alphabet.get<double>()));
}

}  // namespace detail

inline figure_report write_figure(std::filesystem::path const& folder, clock_criteria const& criteria) {
  auto const metrics  = read_metrics(folder);
  constexpr auto none = std::numeric_limits<double>::quiet_NaN();
  detail::figure_facts facts{.title            = {},
                             .window           = clocks_of(metrics, criteria),
                             .criteria         = criteria,
                             .memory_threshold = memory_threshold_of(metrics, criteria),
                             .memory_chance    = none,
                             .rule_chance      = none};
  facts.memory_chance = facts.memory_threshold - criteria.memory.threshold;
  detail::add_run_facts(folder, facts);
  write_atomically(folder / "figure.csv", detail::figure_table(metrics));
  write_atomically(folder / "figure.gp", detail::figure_script(metrics, facts));

  if (metrics.steps.empty() || metrics.steps.back() == 0) {
    detail::forget_picture(folder / "figure.svg");
    return {.drawn = false, .reason = "write_figure: expected an evaluation after step 0, there is none to draw yet"};
  }
  return detail::draw_script(folder, "figure", "write_figure");
}

}  // namespace regula
