# SPDX-License-Identifier: MIT
# Finds xsimd (header-only, 8.1 or newer; Debian: libxsimd-dev) and makes xsimd::xsimd. Debian's own package file makes a
# target that links xtl and switches its complex numbers on, neither of which is needed or installed with it.
find_path(xsimd_INCLUDE_DIR xsimd/xsimd.hpp)
mark_as_advanced(xsimd_INCLUDE_DIR)
if(xsimd_INCLUDE_DIR)
  file(STRINGS "${xsimd_INCLUDE_DIR}/xsimd/config/xsimd_config.hpp" xsimd_VERSION_LINES
       REGEX "#define XSIMD_VERSION_(MAJOR|MINOR|PATCH) +[0-9]+")
  string(REGEX REPLACE "[^0-9;]" "" xsimd_VERSION "${xsimd_VERSION_LINES}")
  string(REPLACE ";" "." xsimd_VERSION "${xsimd_VERSION}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  xsimd
  REQUIRED_VARS xsimd_INCLUDE_DIR
  VERSION_VAR xsimd_VERSION
  REASON_FAILURE_MESSAGE "install it (Debian: apt-get install libxsimd-dev) or set xsimd_ROOT")

if(xsimd_FOUND AND NOT TARGET xsimd::xsimd)
  add_library(xsimd::xsimd INTERFACE IMPORTED)
  set_target_properties(xsimd::xsimd PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${xsimd_INCLUDE_DIR}")
endif()
