# SPDX-License-Identifier: MIT
# Fails for a header under include/ that cmake/headers.cmake does not list. -D ROOT=<source tree>
include("${ROOT}/cmake/headers.cmake")
file(GLOB_RECURSE headers RELATIVE "${ROOT}" "${ROOT}/include/*.hpp" "${ROOT}/include/*.cuh")
list(REMOVE_ITEM headers ${REGULA_CORE_HEADERS} ${REGULA_NATIVE_HEADERS} ${REGULA_TORCH_HEADERS} ${REGULA_CUDA_HEADERS})
if(headers)
  list(JOIN headers "\n  " headers)
  message(FATAL_ERROR "not listed in cmake/headers.cmake:\n  ${headers}")
endif()
