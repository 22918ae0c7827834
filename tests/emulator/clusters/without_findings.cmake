# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# PROGRAM is correct: its exit status is 0, and the emulated device says nothing.
execute_process(COMMAND "${PROGRAM}" RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE err)
if(NOT status EQUAL 0 OR NOT err STREQUAL "")
    message(FATAL_ERROR "exit status ${status}\n${out}\n${err}")
endif()
