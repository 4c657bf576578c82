# SPDX-License-Identifier: MIT
# How test files become programs and CTest entries.
set(REGULA_TESTS_DIR "${CMAKE_CURRENT_LIST_DIR}/..")
cmake_path(NORMAL_PATH REGULA_TESTS_DIR)
cmake_path(ABSOLUTE_PATH REGULA_TESTS_DIR)

# include/regula/X/y.hpp -> tests/unit/X/y_test.cpp; for a .cuh y_test.cu.
function(regula_test_of_header header result)
  string(REGEX REPLACE "^include/regula/(.*)\\.hpp$" "unit/\\1_test.cpp" test "${header}")
  string(REGEX REPLACE "^include/regula/(.*)\\.cuh$" "unit/\\1_test.cu" test "${test}")
  set(${result} "${test}" PARENT_SCOPE)
endfunction()

# Stops the configuration where a listed header has no test. A concept's may be its columns of static_assert:
# concepts/y.hpp -> tests/static/y.cpp.
function(regula_require_header_tests)
  set(missing)
  foreach(header IN LISTS REGULA_CORE_HEADERS REGULA_NATIVE_HEADERS REGULA_TORCH_HEADERS REGULA_CUDA_HEADERS)
    string(REGEX REPLACE "^include/" "" name "${header}")
    cmake_path(GET header STEM stem)
    regula_test_of_header("${header}" test)
    if(header MATCHES "/detail/|/all\\.hpp$" OR name IN_LIST REGULA_HEADERS_WITHOUT_TEST)
      continue()
    elseif(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${test}")
      continue()
    elseif(header MATCHES "/concepts/" AND EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/static/${stem}.cpp")
      continue()
    endif()
    string(APPEND missing "\n  ${header} needs tests/${test}")
  endforeach()
  if(missing)
    message(FATAL_ERROR "Every public header has a test:${missing}")
  endif()
endfunction()

# Test files of a part of the library: core, native, torch or cuda. tests/unit/** and tests/laws/** belong to core, but files
# below a folder native/, torch/ or cuda/, and tests of headers listed for those parts, belong to theirs.
function(regula_collect_tests part result)
  file(GLOB_RECURSE files RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" CONFIGURE_DEPENDS "unit/*_test.cpp" "unit/*_test.cu" "laws/*.cpp")
  foreach(listed IN ITEMS NATIVE TORCH)
    foreach(header IN LISTS REGULA_${listed}_HEADERS)
      regula_test_of_header("${header}" test)
      list(APPEND ${listed}_tests "${test}")
    endforeach()
  endforeach()
  set(chosen)
  foreach(file IN LISTS files)
    if(file MATCHES "/cuda/")
      set(part_of_file cuda)
    elseif(file MATCHES "/torch/" OR file IN_LIST TORCH_tests)
      set(part_of_file torch)
    elseif(file MATCHES "/native/" OR file IN_LIST NATIVE_tests)
      set(part_of_file native)
    else()
      set(part_of_file core)
    endif()
    if(part_of_file STREQUAL part)
      list(APPEND chosen "${file}")
    endif()
  endforeach()
  list(SORT chosen)
  set(${result} "${chosen}" PARENT_SCOPE)
endfunction()

# regula_add_test_program(NAME LIBRARIES libs... FILES files... [LABEL label] [MAIN file] [OPTIONS flags...] [PREFIX name.])
# One doctest program; one CTest entry a file, which runs the cases of that file.
function(regula_add_test_program target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "LABEL;MAIN;PREFIX" "LIBRARIES;FILES;OPTIONS")
  if(NOT arg_MAIN)
    set(arg_MAIN support/main.cpp)
  endif()
  add_executable(${target} "${arg_MAIN}" ${arg_FILES})
  regula_own_target(${target})
  target_link_libraries(${target} PRIVATE ${arg_LIBRARIES} doctest::doctest)
  target_include_directories(${target} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
  target_compile_definitions(${target} PRIVATE "REGULA_GOLDEN_DIR=\"${REGULA_GOLDEN_DIR}\"")
  target_compile_options(${target} PRIVATE ${arg_OPTIONS})
  set_source_files_properties("${arg_MAIN}" PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  foreach(file IN LISTS arg_FILES)
    string(REGEX REPLACE "^(unit|laws)/(.*[^/])\\.(cpp|cu)$" "\\1/\\2" name "${file}")
    string(REGEX REPLACE "_test$" "" name "${name}")
    if(arg_LABEL)
      set(label ${arg_LABEL})
    elseif(file MATCHES "^laws/")
      set(label law)
    else()
      set(label unit)
    endif()
    # A test of widths/ holds no case of its own: it includes a unit test, and doctest goes by the file of the case.
    set(file_of_cases "${file}")
    if(file MATCHES "^widths/")
      file(STRINGS "${CMAKE_CURRENT_SOURCE_DIR}/${file}" file_of_cases REGEX "^#include \"unit/" LIMIT_COUNT 1)
      string(REGEX REPLACE "^#include \"(.*)\"$" "\\1" file_of_cases "${file_of_cases}")
    endif()
    add_test(NAME "${arg_PREFIX}${name}" COMMAND ${target} "--source-file=*tests/${file_of_cases}")
    # A file none of whose cases ran would pass in silence.
    set_tests_properties(
      "${arg_PREFIX}${name}" PROPERTIES LABELS ${label} SKIP_RETURN_CODE 77 TIMEOUT 900 FAIL_REGULAR_EXPRESSION "test cases: +0 ")
  endforeach()
endfunction()

# Include folders and flags of the core tier for tests that call the compiler themselves: an argument file.
function(regula_write_compiler_arguments target)
  file(
    GENERATE
    OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/${target}.args"
    CONTENT
      "-std=c++20\n-fsyntax-only\n-Wall\n-Wextra\n-Wpedantic\n-Wconversion\n-DREGULA_GOLDEN_DIR=\"\"\n\"-I$<JOIN:$<REMOVE_DUPLICATES:$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>>,\"\n\"-I>\"\n-D$<JOIN:$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>,\n-D>\n"
    TARGET ${target})
endfunction()

# tests/static/*.cpp: columns of static_assert, compiled, never linked. One CTest entry a file.
function(regula_add_static_tests)
  file(GLOB files RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" CONFIGURE_DEPENDS "static/*.cpp")
  # The object library is for editors and clang-tidy; CTest calls the compiler file by file.
  add_library(regula_static_tests OBJECT ${files})
  regula_own_target(regula_static_tests)
  target_link_libraries(regula_static_tests PRIVATE regula::core)
  target_include_directories(regula_static_tests PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
  set_target_properties(regula_static_tests PROPERTIES EXCLUDE_FROM_ALL ON)
  regula_write_compiler_arguments(regula_static_tests)
  foreach(file IN LISTS files)
    cmake_path(GET file STEM name)
    add_test(NAME "static.${name}" COMMAND ${CMAKE_CXX_COMPILER} -Werror "@${CMAKE_CURRENT_BINARY_DIR}/regula_static_tests.args"
                                           "${CMAKE_CURRENT_SOURCE_DIR}/${file}")
    set_tests_properties("static.${name}" PROPERTIES LABELS static)
  endforeach()
endfunction()

# tests/compile_fail/CODE_what.cpp: must be refused with its code and no other; must compile with -DREGULA_REPAIRED.
function(regula_add_compile_fail_tests)
  file(GLOB files RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" CONFIGURE_DEPENDS "compile_fail/*.cpp")
  foreach(file IN LISTS files)
    cmake_path(GET file STEM name)
    string(REGEX MATCH "^[A-Z]+[0-9]+" code "${name}")
    if(NOT code)
      message(FATAL_ERROR "tests/${file}: the name starts with its diagnostic's code, e.g. R3_holds_not_noexcept.cpp")
    endif()
    foreach(variant IN ITEMS refused repaired)
      add_test(
        NAME "compile_fail.${name}.${variant}"
        COMMAND
          ${CMAKE_COMMAND} -D "COMPILER=${CMAKE_CXX_COMPILER}" -D "ARGUMENTS=${CMAKE_CURRENT_BINARY_DIR}/regula_static_tests.args" -D
          "FILE=${CMAKE_CURRENT_SOURCE_DIR}/${file}" -D "CODE=${code}" -D "VARIANT=${variant}" -P
          "${CMAKE_CURRENT_SOURCE_DIR}/cmake/check_compile_fail.cmake")
      set_tests_properties("compile_fail.${name}.${variant}" PROPERTIES LABELS compile_fail)
    endforeach()
  endforeach()
endfunction()

# tests/snippets/NAME.cpp: every piece of code that the documentation shows, run, and its output compared with NAME.out.
# A file that states "// needs: torch" is left out where LibTorch is not there; "// output: numbers within 0.1" lets numbers
# with a decimal point differ by that much, for what depends on the instruction set.
function(regula_add_snippet_tests)
  file(GLOB files RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" CONFIGURE_DEPENDS "snippets/*.cpp")
  add_custom_target(regula_snippets)
  foreach(file IN LISTS files)
    regula_file_states("${CMAKE_CURRENT_SOURCE_DIR}/${file}" needs needs)
    cmake_path(GET file STEM name)
    if(needs STREQUAL "torch")
      if(NOT REGULA_HAS_TORCH)
        continue()
      endif()
      set(library regula::torch)
    else()
      set(library regula::core)
    endif()
    add_executable(snippet_${name} "${file}")
    regula_own_target(snippet_${name})
    target_link_libraries(snippet_${name} PRIVATE ${library} regula::tuned)
    add_dependencies(regula_snippets snippet_${name})
    regula_file_states("${CMAKE_CURRENT_SOURCE_DIR}/${file}" output tolerance)
    string(REGEX REPLACE "^numbers within " "" tolerance "${tolerance}")
    add_test(NAME "snippet.${name}"
             COMMAND ${CMAKE_COMMAND} -D "PROGRAM=$<TARGET_FILE:snippet_${name}>" -D
                     "EXPECTED=${CMAKE_CURRENT_SOURCE_DIR}/snippets/${name}.out" -D "SCRATCH=${CMAKE_CURRENT_BINARY_DIR}/snippets/${name}" -D
                     "TOLERANCE=${tolerance}" -D "PYTHON=${REGULA_PYTHON}" -D
                     "COMPARE=${CMAKE_CURRENT_SOURCE_DIR}/snippets/compare_output.py" -P
                     "${CMAKE_CURRENT_SOURCE_DIR}/cmake/check_snippet.cmake")
    set_tests_properties("snippet.${name}" PROPERTIES LABELS snippet)
  endforeach()
  add_test(NAME snippet.docs COMMAND ${REGULA_PYTHON} "${CMAKE_CURRENT_SOURCE_DIR}/snippets/check_docs.py" "${PROJECT_SOURCE_DIR}")
  set_tests_properties(snippet.docs PROPERTIES LABELS snippet)
endfunction()

# tests/widths/*_test.cpp: built for each vector width of the native engine; an entry skips on a machine without it.
function(regula_add_width_tests)
  file(GLOB files RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" CONFIGURE_DEPENDS "widths/*_test.cpp")
  if(NOT files OR NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    return()
  endif()
  set(flags_4 -msse4.2)
  set(flags_8 -mavx2 -mfma)
  set(flags_16 -mavx512f -mavx512dq -mavx512bw -mavx512vl -mavx512cd -mfma)
  foreach(width IN ITEMS 4 8 16)
    regula_add_test_program(regula_width_${width}_tests LIBRARIES regula::core FILES ${files} LABEL unit OPTIONS ${flags_${width}} PREFIX
                            "width_${width}/")
    add_dependencies(regula_unit_tests regula_width_${width}_tests)
  endforeach()
endfunction()

# tests/python/NAME.py PROGRAM: our files against an independent Python package. PROGRAM is built from SOURCE; the script
# exits with 77 (skipped) where the package is missing.
function(regula_add_python_test name source library)
  cmake_path(GET source STEM stem)
  add_executable(python_${stem} "python/${source}")
  regula_own_target(python_${stem})
  target_link_libraries(python_${stem} PRIVATE ${library})
  add_test(NAME "unit/python/${name}" COMMAND ${REGULA_PYTHON} "${CMAKE_CURRENT_SOURCE_DIR}/python/${name}.py" $<TARGET_FILE:python_${stem}>)
  set_tests_properties("unit/python/${name}" PROPERTIES LABELS unit SKIP_RETURN_CODE 77)
  add_dependencies(regula_unit_tests python_${stem})
endfunction()
