# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# For fuzz targets that are built alone: `sanitizers` are the options of what they run, and `engine` becomes empty where the
# compiler has libFuzzer. Else it stays the source of a driver of our own.
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_FLAGS -fsanitize=fuzzer)
check_cxx_source_compiles(
  "extern \"C\" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }" has_libfuzzer)
unset(CMAKE_REQUIRED_FLAGS)
set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
if(has_libfuzzer)
  list(APPEND sanitizers -fsanitize=fuzzer-no-link)
  set(engine "")
endif()
add_link_options(-fsanitize=address,undefined)
