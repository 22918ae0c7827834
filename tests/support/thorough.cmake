# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Thorough tests repeat on more architectures, sizes or variants what a default test shows. They stay disabled, and programs
# that only they need are not built, unless this option is on: `./run test --thorough`.
include_guard(GLOBAL)
option(CUDA_LEGACY_THOROUGH_TESTS "Build and run the thorough tests, too" OFF)

# cuda_legacy_thorough([TESTS <test...>] [TARGETS <target...>]): makes these thorough. It comes after their other properties.
function(cuda_legacy_thorough)
  cmake_parse_arguments(PARSE_ARGV 0 thorough "" "" "TESTS;TARGETS")
  foreach(test IN LISTS thorough_TESTS)
    if(TEST ${test})
      set_property(TEST ${test} APPEND PROPERTY LABELS thorough)
      if(NOT CUDA_LEGACY_THOROUGH_TESTS)
        set_property(TEST ${test} PROPERTY DISABLED ON)
      endif()
    endif()
  endforeach()
  if(NOT CUDA_LEGACY_THOROUGH_TESTS AND thorough_TARGETS)
    set_target_properties(${thorough_TARGETS} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
endfunction()

# cuda_legacy_thorough_matching(<regex> [EXCEPT <regex>]): the same for all tests that this CMakeLists.txt has added so far and
# whose names match the one and not the other.
function(cuda_legacy_thorough_matching regex)
  cmake_parse_arguments(PARSE_ARGV 1 matching "" "EXCEPT" "")
  get_property(tests DIRECTORY PROPERTY TESTS)
  list(FILTER tests INCLUDE REGEX "${regex}")
  if(DEFINED matching_EXCEPT)
    list(FILTER tests EXCLUDE REGEX "${matching_EXCEPT}")
  endif()
  cuda_legacy_thorough(TESTS ${tests})
endfunction()
