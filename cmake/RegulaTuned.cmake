# SPDX-License-Identifier: MIT
# regula::tuned, opt-in: this machine's own instruction set, for the native engine. Used in the source tree and by the
# installed package alike, so the instruction set is that of the machine that builds the program.
include(CheckCXXCompilerFlag)
include(CheckCXXSourceCompiles)

if(NOT TARGET regula::tuned)
  add_library(regula::tuned INTERFACE IMPORTED GLOBAL)
  check_cxx_compiler_flag(-march=native REGULA_CXX_HAS_MARCH_NATIVE)
  check_cxx_compiler_flag(-mcpu=native REGULA_CXX_HAS_MCPU_NATIVE)
  if(REGULA_CXX_HAS_MARCH_NATIVE)
    set(REGULA_TUNED_FLAG -march=native)
  elseif(REGULA_CXX_HAS_MCPU_NATIVE)
    set(REGULA_TUNED_FLAG -mcpu=native)
  else()
    set(REGULA_TUNED_FLAG "")
  endif()
  set_property(TARGET regula::tuned PROPERTY INTERFACE_COMPILE_OPTIONS "$<$<COMPILE_LANGUAGE:CXX>:${REGULA_TUNED_FLAG}>")
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # clang prefers 256-bit vectors on AVX-512 machines and spills in the native engine's kernels.
    set(CMAKE_REQUIRED_FLAGS "${REGULA_TUNED_FLAG}")
    check_cxx_source_compiles("
      #ifndef __AVX512F__
      #error no AVX-512
      #endif
      int main() {}" REGULA_TUNED_HAS_AVX512)
    unset(CMAKE_REQUIRED_FLAGS)
    if(REGULA_TUNED_HAS_AVX512)
      set_property(TARGET regula::tuned APPEND PROPERTY INTERFACE_COMPILE_OPTIONS "$<$<COMPILE_LANGUAGE:CXX>:-mprefer-vector-width=512>")
    endif()
  endif()
endif()
