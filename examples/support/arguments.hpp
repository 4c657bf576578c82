// SPDX-License-Identifier: MIT
/// @file
/// Checks of command-line arguments that say in words what was expected.
#pragma once

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

namespace example {

/// A whole number from `least` to `most`, written in digits.
inline CLI::Validator whole_number(unsigned long long least, unsigned long long most) {
  return {[least, most](std::string const& text) -> std::string {
            bool const is_number = !text.empty() && text.size() < 20 &&
                                   std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
            if (is_number && std::stoull(text) >= least && std::stoull(text) <= most) return {};
            return fmt::format("expected a whole number from {} to {}, got '{}'", least, most, text);
          },
          ""};
}

/// One of these words.
inline CLI::Validator one_of(std::vector<std::string> words) {
  return {[words](std::string const& text) -> std::string {
            if (std::ranges::find(words, text) != words.end()) return {};
            return fmt::format("expected one of {}, got '{}'", fmt::join(words, ", "), text);
          },
          ""};
}

}  // namespace example
