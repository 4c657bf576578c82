# SPDX-License-Identifier: MIT
# Runs an example as a test. -D PROGRAM= -D ARGUMENTS="--flag value {out}" -D OUT=<folder, removed first>
file(REMOVE_RECURSE "${OUT}")
cmake_path(GET OUT PARENT_PATH parent)
file(MAKE_DIRECTORY "${parent}")
string(REPLACE "{out}" "${OUT}" ARGUMENTS "${ARGUMENTS}")
separate_arguments(ARGUMENTS UNIX_COMMAND "${ARGUMENTS}")
execute_process(COMMAND "${PROGRAM}" ${ARGUMENTS} WORKING_DIRECTORY "${parent}" RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "exit code ${status}")
endif()
