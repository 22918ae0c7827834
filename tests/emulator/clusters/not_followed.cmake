# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# PROGRAM is correct. If a check does not support its kernels, exactly one message says so.
execute_process(COMMAND "${PROGRAM}" RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE err)
if(NOT status EQUAL 0 OR NOT err MATCHES "^cuda_emulator: what kernels with bulk copies do[^\n]*\n$")
    message(FATAL_ERROR "exit status ${status}\n${err}")
endif()
