# SPDX-License-Identifier: MIT
# Finds Random123 (header-only; Debian: librandom123-dev) and makes Random123::Random123.
find_path(Random123_INCLUDE_DIR Random123/philox.h)
mark_as_advanced(Random123_INCLUDE_DIR)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  Random123
  REQUIRED_VARS Random123_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "install it (Debian: apt-get install librandom123-dev) or set Random123_ROOT")

if(Random123_FOUND AND NOT TARGET Random123::Random123)
  add_library(Random123::Random123 INTERFACE IMPORTED)
  set_target_properties(Random123::Random123 PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${Random123_INCLUDE_DIR}")
endif()
