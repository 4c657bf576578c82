# SPDX-License-Identifier: MIT
# Install rules: headers, exported targets, package files and the find modules they need.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_DATADIR}/cmake/regula")

install(TARGETS regula_core EXPORT regulaCoreTargets FILE_SET HEADERS)
install(EXPORT regulaCoreTargets NAMESPACE regula:: DESTINATION "${package_dir}")
if(REGULA_HAS_TORCH)
  install(TARGETS regula_torch EXPORT regulaTorchTargets FILE_SET HEADERS)
  install(EXPORT regulaTorchTargets NAMESPACE regula:: DESTINATION "${package_dir}")
endif()
if(REGULA_ENABLE_CUDA)
  if(REGULA_CUDA_HEADERS)
    install(TARGETS regula_cuda EXPORT regulaCudaTargets FILE_SET device)
  else()
    install(TARGETS regula_cuda EXPORT regulaCudaTargets)
  endif()
  install(EXPORT regulaCudaTargets NAMESPACE regula:: DESTINATION "${package_dir}")
endif()

configure_package_config_file(cmake/regulaConfig.cmake.in regulaConfig.cmake INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file(regulaConfigVersion.cmake COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(
  FILES "${CMAKE_CURRENT_BINARY_DIR}/regulaConfig.cmake"
        "${CMAKE_CURRENT_BINARY_DIR}/regulaConfigVersion.cmake"
        cmake/FindLibTorch.cmake
        cmake/FindRandom123.cmake
        cmake/FindxxHash.cmake
        cmake/Findxsimd.cmake
        cmake/RegulaTuned.cmake
  DESTINATION "${package_dir}")
