// SPDX-License-Identifier: MIT
/// @file
/// A long sequence of tokens, and what they stood for in the text it came from.
#pragma once

#include <regula/concepts/rule.hpp>

#include <string>
#include <vector>

namespace regula {

/// Tokens in order; io/token_files.hpp reads them from texts and token files.
struct corpus {
  std::vector<token> tokens;
  std::vector<char32_t> symbols = {};  ///< of token v the character or byte; empty for files of numbers
  std::string source            = {};  ///< where it came from, for messages
};

}  // namespace regula
