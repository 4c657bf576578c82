// SPDX-License-Identifier: MIT
/// @file
/// Umbrella of the core tier: the vocabulary, without LibTorch.
#pragma once

#include <regula/version.hpp>
