// SPDX-License-Identifier: MIT
/// @file
/// Umbrella of the native engine: the vocabulary, and training on the CPU without any framework.
#pragma once

#include <regula/core.hpp>
#include <regula/native/engine.hpp>
