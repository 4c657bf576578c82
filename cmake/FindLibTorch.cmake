# SPDX-License-Identifier: MIT
# Finds LibTorch without its own CMake package, which drags CUDA into every build. Looked at, in this order:
#   1. LibTorch_ROOT (CMake variable or environment): a folder of an unpacked libtorch, the torch folder of a pip-installed
#      wheel, or a Python environment that holds such a wheel
#   2. build/deps/venv of this source tree, where scripts/test and scripts/quickstart install the wheel
#   3. the wheel of the active python3
#   4. the distribution's package
# Makes LibTorch::cpu and, if the build has it and the CUDA toolkit's headers are found, LibTorch::cuda. Sets
#   LibTorch_FOUND, LibTorch_VERSION, LibTorch_ROOT_DIR, LibTorch_INCLUDE_DIRS, LibTorch_LIBRARY_DIR, LibTorch_cuda_FOUND

# The folders that may be a LibTorch, best first.
function(_libtorch_candidates result)
  set(prefixes)
  cmake_path(SET own_environment NORMALIZE "${CMAKE_CURRENT_LIST_DIR}/../build/deps/venv")
  foreach(hint IN ITEMS "${LibTorch_ROOT}" "$ENV{LibTorch_ROOT}" "${own_environment}")
    if(hint)
      file(GLOB wheels "${hint}/lib/python3*/site-packages/torch")
      list(APPEND prefixes "${hint}" ${wheels})
    endif()
  endforeach()
  find_program(LibTorch_PYTHON NAMES python3 python)
  mark_as_advanced(LibTorch_PYTHON)
  if(LibTorch_PYTHON)
    # Locates the package without importing it, which would take seconds.
    execute_process(
      COMMAND ${LibTorch_PYTHON} -c "import importlib.util as u; s = u.find_spec('torch'); print(s.submodule_search_locations[0] if s else '')"
      OUTPUT_VARIABLE wheel
      OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    list(APPEND prefixes ${wheel})
  endif()
  list(APPEND prefixes /usr /usr/local)
  list(REMOVE_DUPLICATES prefixes)
  set(${result} "${prefixes}" PARENT_SCOPE)
endfunction()

# Version in a LibTorch's headers, e.g. 2.11.0; empty if there is none.
function(_libtorch_version include_dir result)
  set(version)
  foreach(header IN ITEMS torch/headeronly/version.h torch/csrc/api/include/torch/version.h)
    if(NOT version AND EXISTS "${include_dir}/${header}")
      file(STRINGS "${include_dir}/${header}" lines REGEX "#define +TORCH_VERSION_(MAJOR|MINOR|PATCH) +[0-9]+")
      string(REGEX REPLACE "[^0-9;]" "" version "${lines}")
      string(REPLACE ";" "." version "${version}")
    endif()
  endforeach()
  set(${result} "${version}" PARENT_SCOPE)
endfunction()

# Looks at one folder; sets LibTorch_ROOT_DIR, _LIBRARY_DIR, _INCLUDE_DIR and _VERSION if it serves, adds to _libtorch_refused if not.
function(_libtorch_probe prefix)
  find_library(library torch_cpu PATHS "${prefix}" PATH_SUFFIXES lib lib/${CMAKE_LIBRARY_ARCHITECTURE} lib64 NO_DEFAULT_PATH NO_CACHE)
  set(include_dir "${prefix}/include")
  if(NOT library OR NOT EXISTS "${include_dir}/torch/csrc/api/include/torch/torch.h")
    return()
  endif()
  _libtorch_version("${include_dir}" version)
  set(old_strings)
  if(EXISTS "${prefix}/share/cmake/Torch/TorchConfig.cmake")
    file(STRINGS "${prefix}/share/cmake/Torch/TorchConfig.cmake" old_strings REGEX "_GLIBCXX_USE_CXX11_ABI=0")
  endif()
  if(version VERSION_LESS LibTorch_FIND_VERSION)
    set(reason "is version ${version}")
  elseif(old_strings)
    set(reason "was built for the std::string of before C++11")
  else()
    get_filename_component(library_dir "${library}" DIRECTORY)
    set(LibTorch_ROOT_DIR "${prefix}" PARENT_SCOPE)
    set(LibTorch_LIBRARY_DIR "${library_dir}" PARENT_SCOPE)
    set(LibTorch_INCLUDE_DIR "${include_dir}" PARENT_SCOPE)
    set(LibTorch_VERSION "${version}" PARENT_SCOPE)
    return()
  endif()
  set(_libtorch_refused "${_libtorch_refused} The one in ${prefix} ${reason}." PARENT_SCOPE)
endfunction()

set(_libtorch_refused "")
unset(LibTorch_ROOT_DIR)
unset(LibTorch_LIBRARY_DIR)
unset(LibTorch_INCLUDE_DIR)
if(NOT LibTorch_FIND_VERSION)
  set(LibTorch_FIND_VERSION 2.4)
endif()
_libtorch_candidates(_libtorch_prefixes)
foreach(_libtorch_prefix IN LISTS _libtorch_prefixes)
  if(NOT LibTorch_ROOT_DIR)
    _libtorch_probe("${_libtorch_prefix}")
  endif()
endforeach()

if(LibTorch_ROOT_DIR)
  # The wheel's folder also holds a copy of fmt, whose headers would be taken for those of the fmt that programs link to. So
  # the compiler sees a folder of links to everything else.
  set(_libtorch_include_dir "${LibTorch_INCLUDE_DIR}")
  if(EXISTS "${LibTorch_INCLUDE_DIR}/fmt" AND NOT LibTorch_INCLUDE_DIR MATCHES "^/usr(/local)?/include$")
    set(_libtorch_include_dir "${CMAKE_BINARY_DIR}/libtorch_include")
    file(REMOVE_RECURSE "${_libtorch_include_dir}")
    file(MAKE_DIRECTORY "${_libtorch_include_dir}")
    file(GLOB _libtorch_entries "${LibTorch_INCLUDE_DIR}/*")
    list(REMOVE_ITEM _libtorch_entries "${LibTorch_INCLUDE_DIR}/fmt")
    foreach(_libtorch_entry IN LISTS _libtorch_entries)
      get_filename_component(_libtorch_name "${_libtorch_entry}" NAME)
      file(CREATE_LINK "${_libtorch_entry}" "${_libtorch_include_dir}/${_libtorch_name}" SYMBOLIC)
    endforeach()
  endif()
  set(LibTorch_INCLUDE_DIRS "${_libtorch_include_dir}" "${_libtorch_include_dir}/torch/csrc/api/include")
  # A CUDA build of the wheel needs CUDA's runtime and profiler libraries even in a program for the CPU. They stand in the
  # wheels nvidia-cuda-runtime and nvidia-cuda-cupti beside torch, which its own rpath finds, or in a CUDA toolkit.
  cmake_path(GET LibTorch_ROOT_DIR PARENT_PATH _libtorch_beside)
  file(GLOB _libtorch_link_dirs "${_libtorch_beside}/nvidia/*/lib" /usr/local/cuda/lib64 /usr/local/cuda/extras/CUPTI/lib64)
  set(_libtorch_missing)
  if(EXISTS "${LibTorch_LIBRARY_DIR}/libtorch_cuda.so")
    foreach(_libtorch_name IN ITEMS cudart cupti)
      set(_libtorch_files)
      foreach(_libtorch_dir IN LISTS _libtorch_link_dirs LibTorch_LIBRARY_DIR)
        file(GLOB _libtorch_file "${_libtorch_dir}/lib${_libtorch_name}*.so*")
        list(APPEND _libtorch_files ${_libtorch_file})
      endforeach()
      if(NOT _libtorch_files)
        list(APPEND _libtorch_missing lib${_libtorch_name}.so)
      endif()
    endforeach()
  endif()
  if(_libtorch_missing)
    list(JOIN _libtorch_missing ", " _libtorch_missing)
    message(WARNING "LibTorch in ${LibTorch_ROOT_DIR} is a CUDA build and needs ${_libtorch_missing}, not found in a CUDA toolkit nor beside "
                    "it: pip install --no-deps nvidia-cuda-runtime nvidia-cuda-cupti (versions of torch's own requirements).")
  endif()
  find_package(CUDAToolkit QUIET)
  if(EXISTS "${LibTorch_LIBRARY_DIR}/libtorch_cuda.so" AND EXISTS "${LibTorch_LIBRARY_DIR}/libc10_cuda.so" AND CUDAToolkit_FOUND)
    set(LibTorch_cuda_FOUND TRUE)
  endif()
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  LibTorch
  REQUIRED_VARS LibTorch_ROOT_DIR LibTorch_INCLUDE_DIR LibTorch_LIBRARY_DIR
  VERSION_VAR LibTorch_VERSION
  HANDLE_COMPONENTS
  REASON_FAILURE_MESSAGE
    "LibTorch ${LibTorch_FIND_VERSION} or newer is needed.${_libtorch_refused} Run scripts/test or scripts/quickstart, which install it into build/deps, or \
pip install --no-deps torch in a Python environment and set LibTorch_ROOT to that environment, or set LibTorch_ROOT to an unpacked libtorch. The core tier \
needs none: -DREGULA_WITH_TORCH=OFF")

if(LibTorch_FOUND AND NOT TARGET LibTorch::cpu)
  add_library(LibTorch::c10 SHARED IMPORTED)
  set_target_properties(
    LibTorch::c10 PROPERTIES IMPORTED_LOCATION "${LibTorch_LIBRARY_DIR}/libc10.so" INTERFACE_INCLUDE_DIRECTORIES "${LibTorch_INCLUDE_DIRS}")
  add_library(LibTorch::cpu SHARED IMPORTED)
  set_target_properties(
    LibTorch::cpu
    PROPERTIES IMPORTED_LOCATION "${LibTorch_LIBRARY_DIR}/libtorch_cpu.so"
               INTERFACE_INCLUDE_DIRECTORIES "${LibTorch_INCLUDE_DIRS}"
               INTERFACE_LINK_LIBRARIES LibTorch::c10)
  foreach(_libtorch_dir IN LISTS _libtorch_link_dirs)
    target_link_options(LibTorch::cpu INTERFACE "LINKER:-rpath-link,${_libtorch_dir}")
  endforeach()
endif()

if(LibTorch_cuda_FOUND AND NOT TARGET LibTorch::cuda)
  add_library(LibTorch::cuda INTERFACE IMPORTED)
  # The device kernels register themselves when their library is loaded, so it is linked even where no symbol of it is named.
  set_target_properties(
    LibTorch::cuda
    PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${CUDAToolkit_INCLUDE_DIRS}"
               INTERFACE_LINK_LIBRARIES
               "LibTorch::cpu;-Wl,--no-as-needed,${LibTorch_LIBRARY_DIR}/libc10_cuda.so,${LibTorch_LIBRARY_DIR}/libtorch_cuda.so,--as-needed;CUDA::cudart")
endif()
