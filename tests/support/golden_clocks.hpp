// SPDX-License-Identifier: MIT
/// @file
/// Reads tests/golden/clocks.json: null in a curve is a missing value, null in an onset is "not reached".
#pragma once

#include <regula/clocks/onset.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <fstream>
#include <limits>
#include <optional>

namespace regula::test {

using json = nlohmann::json;

inline json const& golden_clocks() {
  static json const file = json::parse(std::ifstream{REGULA_GOLDEN_DIR "/clocks.json"});
  return file;
}

template <class T>
std::optional<T> optional_of(json const& value) {
  return value.is_null() ? std::nullopt : std::optional<T>{value.get<T>()};
}

inline curve curve_of(json const& steps, json const& values) {
  curve result{.steps = steps.get<std::vector<std::uint64_t>>(), .values = {}};
  for (auto const& v : values)
    result.values.push_back(v.is_null() ? std::numeric_limits<double>::quiet_NaN() : v.get<double>());
  return result;
}

inline clock_reading reading_of(json const& step, json const& last_step) {
  return {.step = optional_of<std::uint64_t>(step), .last_step = optional_of<std::uint64_t>(last_step)};
}

}  // namespace regula::test
