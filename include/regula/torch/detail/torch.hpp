// SPDX-License-Identifier: MIT
/// @file
/// The only header that includes LibTorch, so that one precompiled header and one set of includes serve every unit.
/// In a test it stands before doctest: LibTorch brings a CHECK macro of its own.
#pragma once

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Parallel.h>
#include <ATen/Version.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <torch/autograd.h>
#include <torch/cuda.h>
#include <torch/nn/module.h>
#include <torch/types.h>
#include <torch/version.h>
