# SPDX-License-Identifier: MIT
# Runs a snippet and compares what it prints with its .out file, if it has one.
# -D PROGRAM= -D EXPECTED=<.out file> -D SCRATCH=<folder it runs in, emptied first>
# -D TOLERANCE=<of numbers with a decimal point; empty: letter for letter> -D PYTHON= -D COMPARE=<compare_output.py>
file(REMOVE_RECURSE "${SCRATCH}")
file(MAKE_DIRECTORY "${SCRATCH}")
execute_process(
  COMMAND "${PROGRAM}"
  WORKING_DIRECTORY "${SCRATCH}"
  RESULT_VARIABLE status
  OUTPUT_VARIABLE output
  ERROR_VARIABLE errors)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "exit code ${status}\n${output}${errors}")
endif()
if(EXISTS "${EXPECTED}")
  file(READ "${EXPECTED}" expected)
  if(NOT "${TOLERANCE}" STREQUAL "")
    file(WRITE "${SCRATCH}/printed.txt" "${output}")
    execute_process(COMMAND "${PYTHON}" "${COMPARE}" "${EXPECTED}" "${SCRATCH}/printed.txt" "${TOLERANCE}" RESULT_VARIABLE status OUTPUT_VARIABLE
                                                                                                                           findings)
    if(NOT status EQUAL 0)
      message(FATAL_ERROR "output differs from ${EXPECTED}: ${findings}")
    endif()
  elseif(NOT output STREQUAL expected)
    message(FATAL_ERROR "output differs from ${EXPECTED}. Expected:\n${expected}\nGot:\n${output}")
  endif()
endif()
