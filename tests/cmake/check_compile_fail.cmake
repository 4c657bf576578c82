# SPDX-License-Identifier: MIT
# One negative test. -D COMPILER= -D ARGUMENTS=<argument file> -D FILE= -D CODE= -D VARIANT=refused|repaired
if(VARIANT STREQUAL "repaired")
  set(define -DREGULA_REPAIRED)
endif()
execute_process(
  COMMAND ${COMPILER} "@${ARGUMENTS}" ${define} "${FILE}"
  RESULT_VARIABLE status
  OUTPUT_VARIABLE output
  ERROR_VARIABLE output)

if(VARIANT STREQUAL "repaired")
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "must compile with -DREGULA_REPAIRED, but:\n${output}")
  endif()
  return()
endif()

string(REGEX MATCHALL "error:[^\n]*\\[regula:[A-Z]+[0-9]+\\]" errors "${output}")
string(REGEX REPLACE "error:[^;]*\\[regula:([A-Z]+[0-9]+)\\]" "\\1" codes "${errors}")
list(REMOVE_DUPLICATES codes)
if(status EQUAL 0)
  message(FATAL_ERROR "must be refused with [regula:${CODE}], but compiles")
elseif(NOT codes STREQUAL CODE)
  message(FATAL_ERROR "must be refused with [regula:${CODE}] alone, but the codes are '${codes}' in:\n${output}")
endif()
