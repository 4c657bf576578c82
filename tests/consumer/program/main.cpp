// SPDX-License-Identifier: MIT
/// @file
/// A consumer's program of two translation units that both include the umbrella: links only if everything is inline.
#include <regula/core.hpp>

#include <cstdio>

std::string_view version_seen_by_other();

int main() {
  std::printf("regula %.*s\n", static_cast<int>(regula::version.size()), regula::version.data());
  return version_seen_by_other() == regula::version ? 0 : 1;
}
