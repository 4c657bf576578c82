// SPDX-License-Identifier: MIT
/// @file
/// Umbrella of everything that the build found: the core tier, and the LibTorch engine with target regula::torch.
#pragma once

#include <regula/core.hpp>

#ifdef REGULA_HAS_TORCH
#include <regula/torch.hpp>
#endif
