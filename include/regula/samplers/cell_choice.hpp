// SPDX-License-Identifier: MIT
/// @file
/// What a cell becomes when a sampler has its distribution.
#pragma once

namespace regula {

/// What a sampler makes of a cell's distribution.
enum class cell_choice {
  draw,    ///< drawn from it
  argmax,  ///< its most probable symbol, the lowest of equal ones
};

}  // namespace regula
