// SPDX-License-Identifier: MIT
/// @file
/// Reads tests/golden/memory.json: noise levels, bounds, conversions and reverse steps of uniform diffusion.
#pragma once

#include <nlohmann/json.hpp>

#include <fstream>

namespace regula::test {

using json = nlohmann::json;

inline json const& golden_memory() {
  static json const file = json::parse(std::ifstream{REGULA_GOLDEN_DIR "/memory.json"});
  return file;
}

}  // namespace regula::test
