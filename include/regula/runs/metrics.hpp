// SPDX-License-Identifier: MIT
/// @file
/// Reads a run's folder back: every recorded number as a curve, and from these alone the clocks.
#pragma once

#include <regula/clocks/onset.hpp>
#include <regula/clocks/window.hpp>
#include <regula/error.hpp>
#include <regula/io/safetensors.hpp>
#include <regula/runs/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <ios>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace regula {

/// The evaluations of a run as curves by dotted name: "loss", "rule_accuracy.valid.share",
/// "rule_accuracy.families.groups.share", "memorization.copied.share".
struct run_metrics {
  std::string origin;  ///< the file, for messages
  std::vector<std::uint64_t> steps;
  std::map<std::string, curve, std::less<>> curves;  ///< all at the same steps; NaN where a value is null or missing
  bool torn = false;                                 ///< the last line was cut off, as by a kill, and is left out

  [[nodiscard]] bool contains(std::string_view name) const { return curves.find(name) != curves.end(); }

  /// The curve of that name.
  ///
  /// Errors    throws range_error with the names there are
  [[nodiscard]] curve const& at(std::string_view name) const {
    auto const found = curves.find(name);
    if (found != curves.end()) return found->second;
    std::string names;
    for (auto const& [other, values] : curves)
      names += (names.empty() ? "" : ", ") + other;
    throw range_error(fmt::format("{}: expected a curve '{}', got only: {}", origin, name, names));
  }
};

namespace detail {

inline constexpr int deepest_metric = 16;

/// Puts every number below `value` into its curve at place `index`; false if the nesting is too deep.
[[nodiscard]] inline bool flatten(json const& value, std::string const& name, run_metrics& into, int depth = 0) {
  if (depth > deepest_metric) return false;
  if (value.is_object()) {
    for (auto const& [key, member] : value.items())
      if (!flatten(member, name.empty() ? key : name + '.' + key, into, depth + 1)) return false;
    return true;
  }
  if (!value.is_number() && !value.is_null()) return true;
  curve& c = into.curves[name];
  c.values.resize(into.steps.size(), std::numeric_limits<double>::quiet_NaN());
  if (value.is_number()) c.values.back() = value.get<double>();
  return true;
}

[[nodiscard]] inline std::string text_of_file(std::filesystem::path const& path, std::string_view function) {
  auto const source = fmt::format("{}: {}", function, path.string());
  std::string text(regular_file_size(path, source), ' ');
  std::ifstream file(path, std::ios::binary);
  std::error_code const reason(errno, std::generic_category());
  require<file_error>(file.is_open(), "{}: cannot be opened: {}", source, reason.message());
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));  // shorter if it was cut meanwhile
  return text;
}

}  // namespace detail

/// The curves of a run, finished or not.
///
/// Errors    throws file_error naming file and line if metrics.jsonl cannot be read, or a line but the last one is not
///           an object with a step above the one before
[[nodiscard]] inline run_metrics read_metrics(std::filesystem::path const& folder) {
  auto const path = folder / "metrics.jsonl";
  auto const text = detail::text_of_file(path, "read_metrics");
  run_metrics out{.origin = path.string(), .steps = {}, .curves = {}};
  std::size_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    auto const end  = std::min(text.find('\n', at), text.size());
    auto const line = json::parse(text.begin() + static_cast<std::ptrdiff_t>(at),
                                  text.begin() + static_cast<std::ptrdiff_t>(end),
                                  nullptr,
                                  false);
    at              = end + 1;
    ++number;
    auto const step = line.is_object() ? line.find("step") : line.end();
    bool const good = line.is_object() && step != line.end() && step->is_number_unsigned() &&
                      (out.steps.empty() || step->get<std::uint64_t>() > out.steps.back());
    if (!good && at >= text.size()) {
      out.torn = true;
      break;
    }
    require<file_error>(
        good, "read_metrics: {} line {}: expected an object with a step above the one before", path.string(), number);
    out.steps.push_back(step->get<std::uint64_t>());
    require<file_error>(detail::flatten(line, "", out),
                        "read_metrics: {} line {}: expected at most {} objects in each other",
                        path.string(),
                        number,
                        detail::deepest_metric);
  }
  for (auto& [name, c] : out.curves) {
    c.steps = out.steps;
    c.values.resize(out.steps.size(), std::numeric_limits<double>::quiet_NaN());
  }
  return out;
}

/// The content of run.json.
///
/// Errors    throws file_error if it cannot be read or is no JSON object
[[nodiscard]] inline json read_run(std::filesystem::path const& folder) {
  auto const path = folder / "run.json";
  auto out        = json::parse(detail::text_of_file(path, "read_run"), nullptr, false);
  require<file_error>(out.is_object(), "read_run: expected a JSON object in {}", path.string());
  return out;
}

/// Which curves the clocks are read from, and when they stop.
struct clock_criteria {
  std::string rule_curve   = "rule_accuracy.valid.share";
  std::string memory_curve = "memorization.copied.share";
  std::string chance_curve = "memorization.chance";  ///< N / population
  onset_criterion rule     = {.threshold = 0.90, .run = 5};
  onset_criterion memory   = {.threshold = 0.10, .run = 5};  ///< on top of chance
};

/// The share of copies above which the memory clock stops: the criterion's threshold, plus chance where it is recorded.
[[nodiscard]] inline double memory_threshold_of(run_metrics const& m, clock_criteria const& k = {}) {
  if (!m.contains(k.chance_curve) || m.steps.empty()) return k.memory.threshold;
  double const chance = m.at(k.chance_curve).values.back();
  return std::isnan(chance) ? k.memory.threshold : k.memory.threshold + chance;
}

/// Both clocks of a run. One whose curve was not recorded is censored without a last step.
///
/// Errors    throws range_error if neither curve was recorded
[[nodiscard]] inline innovation_window clocks_of(run_metrics const& m, clock_criteria const& k = {}) {
  innovation_window out;
  if (m.contains(k.rule_curve)) out.tau_rule = tau_rule(m.at(k.rule_curve), k.rule);
  if (m.contains(k.memory_curve))
    out.tau_mem = onset(m.at(k.memory_curve), {.threshold = memory_threshold_of(m, k), .run = k.memory.run});
  else if (!m.contains(k.rule_curve) && !m.steps.empty())
    static_cast<void>(m.at(k.rule_curve));
  return out;
}

/// Errors    as read_metrics and clocks_of
[[nodiscard]] inline innovation_window clocks_of(std::filesystem::path const& folder, clock_criteria const& k = {}) {
  return clocks_of(read_metrics(folder), k);
}

}  // namespace regula
