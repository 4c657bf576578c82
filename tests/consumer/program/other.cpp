// SPDX-License-Identifier: MIT
/// @file
/// The second translation unit of the consumer's program.
#include <regula/core.hpp>

std::string_view version_seen_by_other() { return regula::version; }
