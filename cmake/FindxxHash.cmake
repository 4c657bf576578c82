# SPDX-License-Identifier: MIT
# Finds xxHash (Debian: libxxhash-dev) for header-only use and makes xxHash::xxHash, which defines XXH_INLINE_ALL.
find_path(xxHash_INCLUDE_DIR xxhash.h)
mark_as_advanced(xxHash_INCLUDE_DIR)
if(xxHash_INCLUDE_DIR)
  file(STRINGS "${xxHash_INCLUDE_DIR}/xxhash.h" xxHash_VERSION_LINES REGEX "#define XXH_VERSION_(MAJOR|MINOR|RELEASE) +[0-9]+")
  string(REGEX REPLACE "[^0-9;]" "" xxHash_VERSION "${xxHash_VERSION_LINES}")
  string(REPLACE ";" "." xxHash_VERSION "${xxHash_VERSION}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  xxHash
  REQUIRED_VARS xxHash_INCLUDE_DIR
  VERSION_VAR xxHash_VERSION
  REASON_FAILURE_MESSAGE "install it (Debian: apt-get install libxxhash-dev) or set xxHash_ROOT")

if(xxHash_FOUND AND NOT TARGET xxHash::xxHash)
  add_library(xxHash::xxHash INTERFACE IMPORTED)
  set_target_properties(xxHash::xxHash PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${xxHash_INCLUDE_DIR}" INTERFACE_COMPILE_DEFINITIONS
                                                                                                         XXH_INLINE_ALL)
endif()
