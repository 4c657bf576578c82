// SPDX-License-Identifier: MIT
/// @file
/// The version of the library: CMake, the records of runs and programs all read it here.
#pragma once

#include <string_view>

namespace regula {

/// Semantic version, "major.minor.patch". Until 1.0 a minor version may break.
inline constexpr std::string_view version = "0.1.0";

}  // namespace regula
