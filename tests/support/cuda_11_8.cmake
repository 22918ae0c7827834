# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What CUDA 11.8 makes of a source. CUDA_LEGACY_CUDA_11_8 names the toolkit (./run oracle fetches it). Its programs run on
# a machine without it, too: carry the folder below, and they count as long as the sources are the same.
set(CUDA_LEGACY_CUDA_11_8 "" CACHE PATH "CUDA 11.8, with bin/nvcc; empty: none")
set(cuda_11_8_programs ${PROJECT_BINARY_DIR}/cuda-11.8-programs)

# cuda_legacy_add_cuda_11_8_build(<test name> <source> [PROGRAM <name>] [MODULE <name> EXPORTS <file>]
#   [ALSO <header...>] [INCLUDE <folder>] [MODULE_OPTIONS <option...>] [OPTIONS <option...>]): a test that builds, and a
# fixture of the same name for what runs it.
function(cuda_legacy_add_cuda_11_8_build name source)
  cmake_parse_arguments(PARSE_ARGV 2 build "" "PROGRAM;MODULE;EXPORTS;INCLUDE" "ALSO;MODULE_OPTIONS;OPTIONS")
  set(command ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/support/cuda_11_8.py --source ${source})
  if(CUDA_LEGACY_CUDA_11_8)
    list(APPEND command --toolkit ${CUDA_LEGACY_CUDA_11_8})
  endif()
  if(build_PROGRAM)
    list(APPEND command --program ${cuda_11_8_programs}/${build_PROGRAM})
  endif()
  if(build_MODULE)
    list(APPEND command --module ${cuda_11_8_programs}/${build_MODULE} --exports ${build_EXPORTS})
  endif()
  if(build_INCLUDE)
    list(APPEND command --include ${build_INCLUDE})
  endif()
  foreach(option IN LISTS build_MODULE_OPTIONS)
    list(APPEND command --module-option=${option})
  endforeach()
  foreach(header IN LISTS build_ALSO)
    list(APPEND command --also ${header})
  endforeach()
  add_test(NAME ${name} COMMAND ${command} -- ${build_OPTIONS})
  set_tests_properties(${name} PROPERTIES LABELS compile SKIP_RETURN_CODE 77 FIXTURES_SETUP ${name})
endfunction()
