# SPDX-License-Identifier: MIT
# For work on the library itself (never seen by a project that uses it): warnings, ccache and mold where they are found.

# The language is standard C++.
set(CMAKE_CXX_EXTENSIONS OFF)

# ccache keeps its files in the build tree; the sloppiness is what a precompiled header asks for.
find_program(REGULA_CCACHE ccache)
if(REGULA_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env "CCACHE_DIR=${PROJECT_SOURCE_DIR}/build/ccache" CCACHE_MAXSIZE=5G CCACHE_SLOPPINESS=pch_defines,time_macros
      ${REGULA_CCACHE})
endif()

find_program(REGULA_MOLD mold)

# Target of our own: our warnings and linker, PRIVATE.
function(regula_own_target target)
  target_compile_options(
    ${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic;-Wconversion>
                      # g++ 12 takes "text" + std::string for overlapping memory at -O3.
                      $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-restrict>
                      $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<BOOL:${REGULA_WARNINGS_AS_ERRORS}>>:-Werror>)
  if(REGULA_MOLD)
    target_link_options(${target} PRIVATE -fuse-ld=mold)
  endif()
endfunction()

# First words of a source file's "// NAME: words" line, for facts that a test or example states about itself:
# "// needs: torch", "// ctest: --steps 20".
function(regula_file_states file name result)
  file(STRINGS "${file}" line REGEX "^// ${name}:" LIMIT_COUNT 1)
  string(REGEX REPLACE "^// ${name}: *" "" line "${line}")
  set(${result} "${line}" PARENT_SCOPE)
endfunction()
