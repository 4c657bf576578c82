// SPDX-License-Identifier: MIT
/// @file
/// Reads what sample_states saw from a run's folder.
#pragma once

#include <regula/error.hpp>
#include <regula/probes/sample_states.hpp>
#include <regula/probes/trajectories.hpp>
#include <regula/runs/json.hpp>
#include <regula/runs/metrics.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace regula {

/// The states of all evaluations of a run, finished or not, for `trajectories_of` and the like.
///
/// A last line that was cut off, as by a kill, is left out.
/// Errors    throws file_error naming file and line if metrics.jsonl cannot be read or a line has no states; what
///           state_history throws for states that do not go together
[[nodiscard]] inline state_history read_states(std::filesystem::path const& folder) {
  auto const path = folder / "metrics.jsonl";
  auto const text = detail::text_of_file(path, "read_states");
  state_history out;
  std::size_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    auto const end  = std::min(text.find('\n', at), text.size());
    bool const last = end + 1 >= text.size();
    auto const line = json::parse(text.begin() + static_cast<std::ptrdiff_t>(at),
                                  text.begin() + static_cast<std::ptrdiff_t>(end),
                                  nullptr,
                                  false);
    at              = end + 1;
    ++number;
    if (last && line.is_discarded()) break;
    try {
      json const& seen = line.at(std::string{sample_states::name});
      sample_states::result states;
      states.states   = state_list{seen.at("states").get<std::string>()};
      states.distance = seen.at("distance").get<std::vector<std::uint32_t>>();
      states.nearest  = seen.at("nearest").get<std::vector<std::uint32_t>>();
      for (std::size_t i = 0; i < states.states.size(); ++i) {
        auto const state = states.states[i];
        states.ambiguous.add(state == sample_state::ambiguous);
        states.invalid.add(state == sample_state::invalid);
        states.novel.add(state == sample_state::novel);
        states.memorized.add(state == sample_state::memorized);
      }
      out.add(line.at("step").get<std::uint64_t>(), std::move(states));
    } catch (json::exception const& e) {
      throw file_error(fmt::format(
          "read_states: {} line {}: expected the states of sample_states: {}", path.string(), number, e.what()));
    }
  }
  return out;
}

}  // namespace regula
