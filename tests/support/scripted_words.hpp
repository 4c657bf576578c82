// SPDX-License-Identifier: MIT
/// @file
/// A word source that gives the words it is told to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace regula::test {

/// Gives `words` in order and from the start again after the last.
struct scripted_words {
  std::vector<std::uint64_t> words;
  std::size_t taken = 0;

  std::uint64_t operator()() { return words[taken++ % words.size()]; }
};

}  // namespace regula::test
