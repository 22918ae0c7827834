# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What ${nvcc} compiles for, as sm_<number>. A later nvcc knows other GPUs than an earlier one.
execute_process(COMMAND ${nvcc} --list-gpu-code RESULT_VARIABLE failed OUTPUT_VARIABLE gpu_architectures ERROR_VARIABLE error)
if(failed)
  message(FATAL_ERROR "${nvcc} --list-gpu-code: ${failed}\n${error}")
endif()
string(REGEX MATCHALL "sm_[0-9]+[a-z]?" gpu_architectures "${gpu_architectures}")

# cuda_legacy_add_architecture_test(<dotted name> <architecture> <add_test's argument...>): a test that compiles for
# sm_<architecture>. It is skipped where nvcc does not know that one.
function(cuda_legacy_add_architecture_test name architecture)
  if("sm_${architecture}" IN_LIST gpu_architectures)
    add_test(NAME ${name} ${ARGN})
  else()
    add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -E echo "skipped: this nvcc does not know sm_${architecture}")
    set_tests_properties(${name} PROPERTIES SKIP_REGULAR_EXPRESSION "skipped: ")
  endif()
  set_tests_properties(${name} PROPERTIES LABELS compile)
endfunction()
