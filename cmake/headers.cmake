# SPDX-License-Identifier: MIT
# The public headers, one a line, sorted. What stands here is installed, compiled alone (core tier) and must have a test:
# regula/X/y.hpp <-> tests/unit/X/y_test.cpp. Headers in a detail/ folder and the umbrellas below may go without.

# Core tier: no LibTorch, no CUDA.
set(REGULA_CORE_HEADERS
    regula/clocks/onset.hpp
    regula/clocks/power_law.hpp
    regula/clocks/window.hpp
    regula/core.hpp
    regula/pipeline/schedule.hpp
    regula/regula.hpp
    regula/version.hpp)

# Native engine, core tier too.
set(REGULA_NATIVE_HEADERS)

# LibTorch engine: everything that includes regula/torch/detail/torch.hpp.
set(REGULA_TORCH_HEADERS)

# Device code, compiled by nvcc only: regula/cuda/y.cuh <-> tests/unit/cuda/y_test.cu.
set(REGULA_CUDA_HEADERS)

set(REGULA_HEADERS_WITHOUT_TEST regula/core.hpp regula/regula.hpp regula/native.hpp regula/torch.hpp regula/version.hpp)

foreach(list IN ITEMS REGULA_CORE_HEADERS REGULA_NATIVE_HEADERS REGULA_TORCH_HEADERS REGULA_CUDA_HEADERS)
  list(TRANSFORM ${list} PREPEND "include/")
endforeach()
